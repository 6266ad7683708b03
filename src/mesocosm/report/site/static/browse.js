// Every item and episode, filtered and sorted. The index is loaded once; only the rows that are looked at are drawn.
"use strict";
(() => {
  const { make, badge, query, episodeLink, itemLink, order, sortButton } = mesocosm;
  const ROWS = 100;
  const form = document.getElementById("filters");
  const table = document.getElementById("list");
  const count = document.getElementById("count");
  const further = document.getElementById("further");
  let index, found, drawn, sorting;

  const MARKS = { solved: "✓", "not solved": "✗", unanswered: "–", broken: "⚡", waiting: "…" };

  const number = (text) => (text === "–" || text === "" ? null : Number(text.replaceAll(",", "")));
  const textLink = (href, text) => make("a", { href }, text);

  const EPISODES = [
    ["episode", (one) => one.item.id, (one) => textLink(episodeLink(`e/${one.run}/${one.place}`), one.item.id + (one.epoch > 1 ? ` (attempt ${one.epoch})` : ""))],
    ["suite", (one) => one.item.suite, (one) => one.item.suite],
    ["agent", (one) => one.agent, (one) => one.agent],
    ["outcome", (one) => index.outcomes.indexOf(one.outcome), (one) => badge(one.outcome)],
    ["score", (one) => number(one.score), (one) => one.score, "number"],
    ["answer", (one) => one.answer, (one) => one.answer],
    ["steps", (one) => number(one.steps), (one) => one.steps, "number"],
    ["tokens", (one) => number(one.tokens), (one) => one.tokens, "number"],
    ["why", (one) => one.why, (one) => one.why],
  ];

  const ITEMS = [
    ["item", (one) => one.id, (one) => textLink(itemLink(`i/${one.place}`), one.id)],
    ["suite", (one) => one.suite, (one) => one.suite],
    ["question", (one) => one.question, (one) => one.request],
    ["category", (one) => one.category, (one) => one.category],
    ["agents", (one) => one.shown.filter((each) => each.outcome === "solved").length, (one) => make("span", { class: "marks" }, one.shown.map(mark))],
  ];

  const mark = (one) =>
    make("a", { class: `${one.outcome.replace(" ", "-")} ${one.role}`, href: episodeLink(`e/${one.run}/${one.place}`), title: `${one.agent}: ${one.outcome}` },
      make("b", { "aria-label": one.outcome }, MARKS[one.outcome]), ` ${one.name}`);

  /** Rows of the index as objects, once. */
  const unpack = (given) => {
    const items = given.items.map(([suite, id, question, category, request], place) => ({
      place, id, question, category, request, suiteNumber: suite, suite: given.suites[suite], episodes: [],
      words: `${id} ${question} ${request} ${category}`.toLowerCase(),
    }));
    const episodes = given.episodes.map(([item, run, place, epoch, outcome, score, answer, steps, tokens, why]) => {
      const one = {
        item: items[item], run, place, epoch, outcome: given.outcomes[outcome], score, answer, steps, tokens, why,
        agent: given.runs[run][0], role: given.runs[run][2], name: given.runs[run][3], words: `${answer} ${why} ${given.runs[run][0]}`.toLowerCase(),
      };
      items[item].episodes.push(one);
      return one;
    });
    return { ...given, items, episodes };
  };

  const wanted = () => Object.fromEntries(new FormData(form));

  const fits = (one, filter, words) =>
    (filter.suite === "" || one.item.suiteNumber === Number(filter.suite)) &&
    (filter.run === "" || one.run === Number(filter.run)) &&
    (filter.outcome === "" || one.outcome === filter.outcome) &&
    words.every((word) => one.words.includes(word) || one.item.words.includes(word));

  const search = () => {
    const filter = wanted();
    const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const episodes = index.episodes.filter((one) => fits(one, filter, words));
    if (filter.view !== "items") return episodes;
    const shown = new Map();
    for (const one of episodes) shown.set(one.item, [...(shown.get(one.item) ?? []), one]);
    return [...shown].map(([item, own]) => ({ ...item, shown: own }));
  };

  const columns = () => (wanted().view === "items" ? ITEMS : EPISODES);

  const drawHead = () => {
    const headings = columns().map(([name, , , kind]) => make("th", { scope: "col", class: kind ?? "words" }, name));
    headings.forEach((heading, column) =>
      sortButton(heading, headings, (up) => {
        sorting = [column, up];
        drawBody();
      }),
    );
    table.replaceChildren(make("thead", {}, make("tr", {}, headings)), make("tbody"));
  };

  const drawBody = () => {
    if (sorting) {
      const key = columns()[sorting[0]][1];
      found.sort((a, b) => order(key(a), key(b), sorting[1]));
    }
    table.tBodies[0].replaceChildren();
    drawn = 0;
    drawMore();
  };

  const drawMore = () => {
    const rows = found.slice(drawn, drawn + ROWS).map((one) =>
      make("tr", {}, columns().map(([name, , show, kind]) => make("td", { class: kind ?? "words", "data-label": name }, show(one)))),
    );
    table.tBodies[0].append(...rows);
    drawn += rows.length;
    further.hidden = drawn >= found.length;
    const every = wanted().view === "items" ? index.items.length : index.episodes.length;
    count.textContent = `${found.length.toLocaleString("en")} of ${every.toLocaleString("en")} ${wanted().view}; ${drawn.toLocaleString("en")} shown. Text is looked for in ids, the beginning of questions, answers, explanations and names of agents.`;
  };

  const draw = () => {
    found = search();
    drawBody();
  };

  const remember = () => {
    const filled = Object.entries(wanted()).filter(([, value]) => value !== "");
    history.replaceState(null, "", `?${new URLSearchParams(filled)}`);
  };

  const fillChoices = () => {
    index.suites.forEach((title, place) => form.elements.suite.append(make("option", { value: place }, title)));
    for (const [number, [title, suite]] of Object.entries(index.runs)) {
      const place = index.suites.length > 1 ? `${title} · ${index.suites[suite]}` : title;
      form.elements.run.append(make("option", { value: number }, place));
    }
    for (const name of ["view", "suite", "run", "outcome", "text"]) {
      const field = form.elements[name];
      field.value = query(name) || (name === "view" ? "episodes" : "");
      if (field.tagName === "SELECT" && field.selectedIndex < 0) field.selectedIndex = 0;
    }
  };

  const start = (given) => {
    index = unpack(given);
    fillChoices();
    form.addEventListener("input", (event) => {
      remember();
      if (event.target.name === "view") {
        sorting = null;
        drawHead();
      }
      draw();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    further.addEventListener("click", drawMore);
    drawHead();
    draw();
    document.body.dataset.ready = "yes";
  };

  mesocosm.load("index").then(start, (error) => {
    count.textContent = error.message;
  });
})();
