// One item: the question with its pictures and maps, the truth, the options with the mistakes behind them, and what
// each agent did.
"use strict";
(() => {
  const { make, badge, query, episodeLink, itemLink, sortable } = mesocosm;
  const { show: showBlock } = mesocosm.blocks;
  const place = document.getElementById("item");

  const pager = ([before, after]) =>
    make("div", { class: "pager" },
      before ? make("a", { class: "button", href: itemLink(before), rel: "prev" }, "← previous item") : "",
      after ? make("a", { class: "button", href: itemLink(after), rel: "next" }, "next item →") : "");

  const option = (one) => {
    const mark = one.right
      ? [make("div", {}, make("b", {}, "right"))]
      : one.mistakes.length
        ? [make("div", {}, `follows from ${one.mistakes.length > 1 ? "these mistakes together" : "this mistake"}: ${one.mistakes.join(" and ")}`)]
        : [make("span", { class: "quiet" }, "wrong; no mistake is named")];
    const chosen = one.chosen.length ? `chosen by ${one.chosen.join(", ")}` : "chosen by nobody";
    return make("li", { class: one.right ? "right" : "" },
      make("span", { class: "letter" }, one.letter), make("div", {}, one.printed ? make("b", {}, one.printed) : "", mark), make("div", { class: "chosen" }, chosen));
  };

  const COLUMNS = [["agent", "words"], ["attempt", "number"], ["outcome", "words"], ["score", "number"], ["answer", "words"],
    ["steps", "number"], ["tokens", "number"], ["why", "words"]];

  const row = (one) => {
    const cells = [make("div", {}, make("a", { href: episodeLink(one.key) }, one.agent), one.about ? make("small", { class: "quiet about" }, one.about) : ""), String(one.epoch), badge(one.outcome), one.score, one.answer,
      one.steps, one.tokens, one.explanation];
    return make("tr", { class: one.role }, cells.map((cell, column) =>
      make("td", { class: COLUMNS[column][1], "data-label": COLUMNS[column][0] }, cell)));
  };

  const episodes = (rows) =>
    make("table", { class: "sortable words list" },
      make("thead", {}, make("tr", {}, COLUMNS.map(([name, kind]) => make("th", { scope: "col", class: kind }, name)))),
      make("tbody", {}, rows.map(row)));

  const show = (item) => {
    document.title = `${item.item} · ${item.suite}`;
    const table = episodes(item.episodes);
    const asked = item.blocks.filter((block) => block.section === "question");
    const hasSecond = (block) => block.kind === "truth" && block.fields.some((field) => field.second);
    const isTold = (block) => block.kind === "truth" && item.options.length && !hasSecond(block); // by the options below
    const truth = item.blocks.filter((block) => block.section !== "question" && !isTold(block));
    const blocks = (given) => (given.length ? make("div", { class: "blocks" }, given.map(showBlock)) : "");
    place.replaceChildren(
      make("div", { class: "head" }, make("h1", {}, item.item), pager(item.around)),
      make("ul", { class: "chips" },
        make("li", {}, make("span", {}, "Suite: "), make("a", { href: item.suitePage }, item.suite)),
        item.facts.map(([name, value]) => make("li", {}, make("span", {}, `${name} `), value))),
      make("h2", {}, "The question"),
      make("div", { class: "question" }, item.prompt || "The log does not keep the question."),
      blocks(asked),
      truth.length ? make("h2", {}, "What is right") : "",
      truth.some(hasSecond)
        ? make("p", { class: "note" }, "The second way works the answer out once more, and must agree with the truth. Where it only repeats the first way, it says so.")
        : "",
      blocks(truth),
      item.options.length ? make("h2", {}, "The options, and what leads to each") : "",
      item.options.length ? make("ol", { class: "options" }, item.options.map(option)) : "",
      make("h2", {}, "What each agent did"),
      item.solved ? make("p", { class: "note" }, item.solved) : "",
      make("div", { class: "wide" }, table));
    sortable(table);
    document.body.dataset.ready = "yes";
  };

  mesocosm.load(`i/${query("i")}`).then(show, (error) => place.replaceChildren(make("p", { class: "problem" }, error.message)));
})();
