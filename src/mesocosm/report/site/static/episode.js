// One episode on one screen: what was asked, what was done, what came out, and why. All else is folded: numbers, every
// call with its arguments and outputs, the answer as it was handed in, files.
"use strict";
(() => {
  const { make, badge, query, episodeLink, itemLink } = mesocosm;
  const { show: showBlock, picture, folded } = mesocosm.blocks;
  const place = document.getElementById("episode");
  const LONG = 600;
  let episode, current, strip, panel, steps;

  const pager = ([before, after]) =>
    make("div", { class: "pager" },
      before ? make("a", { class: "button", href: episodeLink(before), rel: "prev" }, "← previous episode") : "",
      after ? make("a", { class: "button", href: episodeLink(after), rel: "next" }, "next episode →") : "");

  const calls = () => episode.steps.filter((one) => one.call).length;

  const raw = (text) => make("pre", { class: "text", tabindex: "0" }, text);
  const section = (title, text) => (text ? [make("h4", {}, title), raw(text)] : []);

  /** A long text is folded, with its beginning in sight. */
  const output = (title, text) => {
    if (text.length <= LONG) return section(title, text);
    return [make("h4", {}, title), make("p", { class: "note beginning" }, `${text.slice(0, LONG / 2)} …`),
      folded(`All of it (${text.length.toLocaleString("en")} characters)`, () => [raw(text)])];
  };

  const files = (rows) =>
    rows?.length
      ? [make("h4", {}, "Files"), make("div", { class: "wide" }, make("table", { class: "words" },
          make("thead", {}, make("tr", {}, ["file", "bytes", "made by", "SHA-256"].map((name) => make("th", { scope: "col" }, name)))),
          make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell) => make("td", {}, cell)))))))]
      : [];

  const pictures = (given) =>
    given?.length ? make("div", { class: "pictures" }, given.map((one) => make("figure", {}, picture(one), make("figcaption", {}, one.alt)))) : "";

  const step = (one, number) =>
    make("article", { class: "step", tabindex: "-1", "aria-label": `entry ${number + 1}` },
      make("h3", {}, `${number + 1}. ${one.title}`, one.call ? make("span", { class: "quiet" }, ` · call ${one.call} of ${calls()}`) : "", one.seconds ? make("span", { class: "quiet" }, ` · ${one.seconds} s`) : ""),
      one.brief ? make("p", { class: "brief" }, one.brief) : "",
      one.arguments ? folded("The arguments as they were sent", () => [raw(one.arguments)]) : "",
      one.error ? [make("h4", {}, "Refused"), make("p", { class: "fault" }, one.error)] : [],
      one.cause ? section("Why our tool failed (the agent was not told)", one.cause) : [],
      output(one.kind === "call" ? "What came back" : "Words", one.text),
      pictures(one.pictures),
      files(one.files),
      one.data ? folded("The same as data", () => [raw(one.data)]) : "");

  /** Scroll the list of steps, and not the page. */
  const reveal = (entry) => {
    const above = entry.offsetTop - strip.offsetTop;
    if (above < strip.scrollTop) strip.scrollTop = above;
    else if (above + entry.offsetHeight > strip.scrollTop + strip.clientHeight) strip.scrollTop = above + entry.offsetHeight - strip.clientHeight;
  };

  const goTo = (number, focus = false) => {
    steps.unfold();
    current = Math.max(0, Math.min(episode.steps.length - 1, number));
    [...strip.children].forEach((entry, other) => {
      const button = entry.firstChild;
      if (other === current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    reveal(strip.children[current]);
    panel.replaceChildren(step(episode.steps[current], current));
    history.replaceState(null, "", `#step-${current + 1}`);
    const [before, after] = document.querySelectorAll("#stepper button");
    before.disabled = current === 0;
    after.disabled = current === episode.steps.length - 1;
    document.getElementById("where").textContent = `entry ${current + 1} of ${episode.steps.length}`;
    if (focus) {
      panel.firstChild.focus({ preventScroll: true });
      steps.scrollIntoView({ block: "start" });
    }
  };

  const KEYS = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 };

  /** The first key opens the first step; those that follow go on from there. */
  const onKey = (event) => {
    const inField = event.target.closest("input, select, textarea, .map, pre, .wide");
    if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || (inField && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    goTo(current === undefined ? 0 : current + KEYS[event.key]);
  };

  const entry = (one, number) =>
    make("li", {}, make("button", { type: "button", class: one.error ? "failed" : "", onclick: () => goTo(number, true) },
      make("b", {}, String(number + 1)),
      make("span", {}, one.title, one.hint ? make("i", {}, ` ${one.hint}`) : "", one.gave ? make("i", { class: "gave" }, one.gave) : "")));

  const done = () => {
    if (!episode.steps.length) return [make("p", { class: "note" }, "The log keeps no steps of this episode.")];
    strip = make("ol", { class: "strip", "aria-label": "Steps", tabindex: "0" }, episode.steps.map(entry));
    const count = `${counted(episode.steps.length, "entry", "entries")}, of which ${counted(calls(), "call", "calls")}`;
    return [make("p", { class: "note" }, count, make("span", { id: "more", hidden: "" }, "; scroll the list to its end")), strip];
  };

  const stepper = () => {
    panel = make("div", { id: "steps" });
    return [
      make("div", { class: "pager", id: "stepper" },
        make("button", { type: "button", onclick: () => goTo(current - 1) }, "← back"),
        make("span", { id: "where", class: "note", role: "status" }),
        make("button", { type: "button", onclick: () => goTo(current + 1) }, "forward →"),
        make("span", { class: "note" }, "Keys: ", make("kbd", {}, "j"), " or ", make("kbd", {}, "→"), " forward, ", make("kbd", {}, "k"), " or ", make("kbd", {}, "←"), " back. Printing shows every step.")),
      panel];
  };

  const pairs = (given) => make("dl", {}, given.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]).flat());
  const of = (name) => episode.view.filter((block) => block.section === name);

  const heading = () => [
    make("div", { class: "head" }, make("h1", {}, `${episode.agent} on ${episode.item}`), pager(episode.around)),
    make("p", { class: "lead sentence" }, badge(episode.outcome), " ", episode.sentence),
    episode.about ? make("p", { class: "note" }, `${episode.agent}: ${episode.about}`) : "",
    episode.solved ? make("p", { class: "note" }, episode.solved) : "",
    episode.error ? make("p", { class: "problem" }, episode.error) : "",
    make("ul", { class: "chips" },
      make("li", {}, make("span", {}, "Suite: "), make("a", { href: episode.suitePage }, episode.suite)),
      make("li", {}, make("span", {}, "Item: "), make("a", { href: itemLink(episode.itemKey) }, episode.item)),
      make("li", {}, make("span", {}, "Attempt at this item: "), String(episode.epoch)))];

  const question = () => {
    const text = episode.prompt || "The log does not keep the question.";
    const shown = of("question");
    return [
      make("div", { class: "question" }, text),
      shown.length ? folded("Pictures and maps of the question", () => shown.map(showBlock)) : ""];
  };

  const why = () =>
    [episode.explanation || episode.outcomeWords, episode.problem, episode.end]
      .filter(Boolean).map((text, number) => make("p", { class: number === 1 && episode.problem ? "fault" : "why" }, text));

  const screen = () =>
    make("div", { class: "screen" },
      make("section", { class: "asked" }, make("h2", {}, "What was asked"), question()),
      make("section", { class: "done" }, make("h2", {}, "What was done"), done()),
      make("section", { class: "out" }, make("h2", {}, "What came out"), of("result").filter((block) => block.kind !== "text").map(showBlock)),
      make("section", { class: "reason" }, make("h2", {}, "Why"), why(), of("result").filter((block) => block.kind === "text").map(showBlock)));

  const inspect = () => [make("p", {}, "From the folder of this page: ", make("code", {}, episode.inspect), `; then sample ${episode.item}, epoch ${episode.epoch} of ${episode.log}.`)];

  const numbers = () => [
    pairs(episode.numbers),
    episode.measured.length ? [make("h4", {}, "Also measured by the suite"), pairs(episode.measured)] : [],
    episode.setup.length ? [make("h4", {}, "The item was made with"), pairs(episode.setup)] : []].flat();

  const counted = (count, one, more) => `${count} ${count === 1 ? one : more}`;

  const folds = () => {
    steps = episode.steps.length ? folded(`Step by step, in ${counted(episode.steps.length, "entry", "entries")}: ${calls() ? `${counted(calls(), "call", "calls")} with what came back, and ` : ""}what was said or handed in`, stepper) : "";
    const details = of("detail");
    return [
      steps,
      folded("Score, cost and other numbers", numbers),
      details.length ? folded(`More about this episode: ${details.map((block) => block.title.toLowerCase()).filter(Boolean).join("; ")}`, () => [make("div", { class: "blocks" }, details.map(showBlock))]) : "",
      episode.answer ? folded("The answer as it was handed in", () => [raw(episode.answer)]) : "",
      episode.files.length ? folded(`Files at the end (${episode.files.length})`, () => files(episode.files)) : "",
      folded("The transcript in Inspect", inspect)];
  };

  /** On paper everything is open, and every step stands below the one before. */
  const unfold = () => {
    current ??= 0;  // so that opening the steps shows all of them, not the first
    for (const details of place.querySelectorAll("details")) details.unfold?.();
    panel?.replaceChildren(...episode.steps.map(step));
    for (const details of place.querySelectorAll(".step details")) details.unfold?.();
  };

  const show = (given) => {
    episode = given;
    document.title = `${episode.agent} on ${episode.item}`;
    place.replaceChildren(...heading(), screen(), make("section", { class: "folds", "aria-label": "More" }, folds()));
    if (episode.steps.length) {
      document.getElementById("more").hidden = strip.scrollHeight <= strip.clientHeight + 1;
      steps.addEventListener("toggle", () => steps.open && current === undefined && goTo(0));
      const wanted = /^#step-(\d+)$/.exec(location.hash);
      if (wanted) goTo(Number(wanted[1]) - 1);
      addEventListener("keydown", onKey);
      addEventListener("afterprint", () => goTo(current ?? 0));
    }
    addEventListener("beforeprint", unfold);
    document.body.dataset.ready = "yes";
  };

  mesocosm.load(`e/${query("e")}`).then(show, (error) => place.replaceChildren(make("p", { class: "problem" }, error.message)));
})();
