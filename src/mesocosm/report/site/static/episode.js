// One episode: what it came to, what its suite shows of it, and every call to step through.
"use strict";
(() => {
  const { make, badge, query, episodeLink, itemLink } = mesocosm;
  const { show: showBlock, picture } = mesocosm.blocks;
  const place = document.getElementById("episode");
  let episode, current, strip, panel;

  const pager = ([before, after]) =>
    make("div", { class: "pager" },
      before ? make("a", { class: "button", href: episodeLink(before), rel: "prev" }, "← previous") : "",
      after ? make("a", { class: "button", href: episodeLink(after), rel: "next" }, "next →") : "");

  const section = (title, text) => (text ? [make("h4", {}, title), make("pre", { class: "text", tabindex: "0" }, text)] : []);

  const files = (rows) =>
    rows?.length
      ? [make("h4", {}, "Files"), make("div", { class: "wide" }, make("table", { class: "words" },
          make("thead", {}, make("tr", {}, ["file", "bytes", "made by", "SHA-256"].map((name) => make("th", { scope: "col" }, name)))),
          make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell) => make("td", {}, cell)))))))]
      : [];

  const pictures = (given) =>
    given?.length ? make("div", { class: "pictures" }, given.map((one) => make("figure", {}, picture(one), make("figcaption", {}, one.alt)))) : "";

  const step = (one, number) =>
    make("article", { class: "step", tabindex: "-1", "aria-label": `step ${number + 1}` },
      make("h3", {}, `${number + 1}. ${one.title}`, one.seconds ? make("span", { class: "quiet" }, ` · ${one.seconds} s`) : ""),
      one.arguments ? section("Arguments", one.arguments) : [],
      one.error ? [make("h4", {}, "Refused"), make("p", { class: "fault" }, one.error)] : [],
      one.cause ? section("Why our tool failed (the agent was not told)", one.cause) : [],
      section(one.kind === "call" ? "What came back" : "Words", one.text),
      pictures(one.pictures),
      files(one.files),
      one.data ? make("details", {}, make("summary", {}, "The same as data"), section("", one.data)) : "");

  /** Scroll the list of steps, and not the page. */
  const reveal = (entry) => {
    const above = entry.offsetTop - strip.offsetTop;
    if (above < strip.scrollTop) strip.scrollTop = above;
    else if (above + entry.offsetHeight > strip.scrollTop + strip.clientHeight) strip.scrollTop = above + entry.offsetHeight - strip.clientHeight;
  };

  const goTo = (number, focus = false) => {
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
    document.getElementById("where").textContent = `step ${current + 1} of ${episode.steps.length}`;
    if (focus) panel.firstChild.focus({ preventScroll: true });
  };

  const KEYS = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 };

  const onKey = (event) => {
    const inField = event.target.closest("input, select, textarea, .map, pre, .wide");
    if (!(event.key in KEYS) || event.ctrlKey || event.metaKey || event.altKey || (inField && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    goTo(current + KEYS[event.key]);
  };

  const stepper = () => {
    const buttons = episode.steps.map((one, number) =>
      make("li", {}, make("button", { type: "button", class: one.error ? "failed" : "", onclick: () => goTo(number, true) },
        make("b", {}, String(number + 1)), make("span", {}, one.title, one.hint ? make("i", {}, ` ${one.hint}`) : ""))));
    strip = make("ol", { class: "strip", "aria-label": "Steps" }, buttons);
    panel = make("div", { id: "steps" });
    return [
      make("div", { class: "head" }, make("h2", {}, "Step by step"),
        make("div", { class: "pager", id: "stepper" },
          make("button", { type: "button", onclick: () => goTo(current - 1) }, "← back"),
          make("span", { id: "where", class: "note", role: "status" }),
          make("button", { type: "button", onclick: () => goTo(current + 1) }, "forward →"))),
      make("p", { class: "note" }, "Keys: ", make("kbd", {}, "j"), " or ", make("kbd", {}, "→"), " forward, ", make("kbd", {}, "k"), " or ", make("kbd", {}, "←"), " back. Printing shows every step."),
      make("div", { class: "steps" }, strip, panel)];
  };

  const chips = (pairs) => pairs.map(([name, value]) => make("li", {}, make("span", {}, `${name} `), value));

  const further = (title, pairs) =>
    pairs.length ? make("ul", { class: "chips", "aria-label": title }, make("li", {}, title), chips(pairs)) : "";

  const heading = () => [
    make("div", { class: "head" }, make("h1", {}, `${episode.agent} on ${episode.item}`), pager(episode.around)),
    make("p", {}, badge(episode.outcome), " ", episode.explanation || episode.outcomeWords),
    episode.error ? make("p", { class: "problem" }, episode.error) : "",
    make("ul", { class: "chips" },
      make("li", {}, make("span", {}, "Suite: "), make("a", { href: episode.suitePage }, episode.suite)),
      make("li", {}, make("span", {}, "Item: "), make("a", { href: itemLink(episode.itemKey) }, episode.item)),
      make("li", {}, make("span", {}, "Attempt at this item: "), String(episode.epoch)),
      chips(episode.numbers)),
    further("Also measured by the suite:", episode.measured),
    further("The item was made with", episode.setup)];

  const show = (given) => {
    episode = given;
    document.title = `${episode.agent} on ${episode.item}`;
    place.replaceChildren(
      ...heading(),
      episode.view.length ? make("div", { class: "blocks" }, episode.view.map(showBlock)) : "",
      make("details", { open: episode.prompt.length < 1500 }, make("summary", {}, "The question"), make("div", { class: "question" }, episode.prompt || "The log does not keep the question.")),
      make("details", { open: !episode.steps.length }, make("summary", {}, "What was handed in"), make("pre", { class: "text" }, episode.answer), episode.problem ? make("p", { class: "fault" }, episode.problem) : ""),
      ...(episode.steps.length ? stepper() : [make("p", { class: "note" }, "The log keeps no steps of this episode.")]),
      episode.files.length ? make("details", {}, make("summary", {}, `Files at the end (${episode.files.length})`), ...files(episode.files)) : "",
      make("h2", {}, "The transcript in Inspect"),
      make("p", {}, "From the folder of this page: ", make("code", {}, episode.inspect), `; then sample ${episode.item}, epoch ${episode.epoch} of ${episode.log}.`));
    if (episode.steps.length) {
      goTo(Number(/^#step-(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1);
      addEventListener("keydown", onKey);
      addEventListener("beforeprint", () => panel.replaceChildren(...episode.steps.map(step)));
      addEventListener("afterprint", () => goTo(current));
    }
    document.body.dataset.ready = "yes";
  };

  mesocosm.load(`e/${query("e")}`).then(show, (error) => place.replaceChildren(make("p", { class: "problem" }, error.message)));
})();
