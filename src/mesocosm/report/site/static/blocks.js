// What a suite shows of an item or an episode: answers, texts, tables, pictures, and maps by the bundled library, or
// plainly without it.
"use strict";
mesocosm.blocks = (() => {
  const { make, slug, signed } = mesocosm;

  /** A picture at least so wide that its smallest letters are legible; where the page is narrower, it scrolls. */
  const picture = (one) => {
    if (!one.src) return make("p", { class: "note" }, `A picture that the log does not keep: ${one.alt}`);
    const image = make("img", { src: one.src, alt: one.alt, loading: "lazy" });
    if (one.leastWidth) image.style.minWidth = `${one.leastWidth}px`;
    return signed(make("div", { class: "wide picture", tabindex: "0", role: "group", "aria-label": one.alt }, image));
  };

  const table = (block) =>
    make("div", { class: "wide" }, make("table", {},
      make("thead", {}, make("tr", {}, block.headings.map((name, column) => make("th", { scope: "col", class: block.kinds[column] }, name)))),
      make("tbody", {}, block.rows.map((row) => make("tr", {}, row.map((cell, column) => make("td", { class: block.kinds[column] }, cell)))))));

  const small = (text) => (text ? make("small", { class: "quiet" }, text) : "");

  /** A table whose rows stand below each other on a phone; a column that is empty in every row is left out. */
  const fields = (rows, columns) => {
    const filled = columns.filter(([name, cell], column) => column === 0 || rows.some((row) => cell(row).some((part) => part !== "")));
    return make("div", { class: "wide" }, make("table", { class: "words list fields" },
      make("thead", {}, make("tr", {}, filled.map(([name]) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.map((row) => make("tr", {}, filled.map(([name, cell]) => make("td", { "data-label": name }, make("div", {}, cell(row)))))))));
  };

  const asked = (row) => [make("b", {}, row.name), small(row.about)];
  const allowed = (row) => (row.tolerance ? `allowed: ${row.tolerance}` : "");
  const verdict = (row) => (row.verdict ? make("span", { class: `badge ${slug(row.verdict)}` }, row.verdict) : "");

  const answer = (block) =>
    fields(block.fields, [
      ["asked for", asked],
      ["answer", (row) => [row.answer]],
      ["truth", (row) => [row.truth, row.truth ? small(allowed(row)) : ""]],
      ["verdict", (row) => [verdict(row), small(row.note)]],
    ]);

  const truth = (block) =>
    fields(block.fields, [
      ["asked for", asked],
      ["truth", (row) => [row.truth]],
      ["allowed", (row) => [row.tolerance]],
      ["second way", (row) => [row.second]],
    ]);

  const legend = (block, toggle) =>
    make("ul", { class: "legend" }, block.layers.map((layer, number) => {
      const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
      swatch.style.background = layer.colour; // checked to be a colour when the page was made
      const box = make("input", { type: "checkbox", checked: true, onchange: (event) => toggle(number, event.target.checked) });
      return make("li", {}, make("label", {}, box, swatch, layer.name, layer.note ? make("span", { class: "quiet" }, layer.note) : ""));
    }));

  const map = (block) => {
    const place = make("div", { class: "map" });
    const whole = make("div", {}, place, make("p", { class: "note" }, block.alt));
    mesocosm.outlines ??= mesocosm.load("outlines");
    mesocosm.outlines.then((outlines) => {
      const { draw } = mesocosm.libraryMap ?? mesocosm.plainMap;
      const toggle = draw(place, block, block.outlines ? outlines : []);
      place.after(legend(block, toggle));
      place.dataset.drawn = mesocosm.libraryMap ? "library" : "plain";
    });
    return whole;
  };

  const SHOW = { text: (block) => make("div", { class: "question" }, block.text), table, picture, map, answer, truth };

  const show = (block) =>
    make("section", { class: `block ${block.kind}-block` }, block.title ? make("h3", {}, block.title) : "", SHOW[block.kind](block),
      block.kind === "picture" ? make("p", { class: "note" }, block.alt) : "");

  /** Something folded, made only when it is opened: a map has no size before. */
  const folded = (title, content, { open = false } = {}) => {
    const details = make("details", {}, make("summary", {}, title));
    let made = false;
    const fill = () => {
      if (made) return;
      made = true;
      details.append(...content());
    };
    details.addEventListener("toggle", () => details.open && fill());
    details.unfold = () => {
      details.open = true;
      fill();
    };
    if (open) details.unfold();
    return details;
  };

  return { show, picture, folded };
})();
