// What a suite shows of an episode: texts, tables, pictures, and maps by the bundled library, or plainly without it.
"use strict";
mesocosm.blocks = (() => {
  const { make } = mesocosm;

  const picture = (one) =>
    one.src
      ? make("img", { src: one.src, alt: one.alt, loading: "lazy" })
      : make("p", { class: "note" }, `A picture that the log does not keep: ${one.alt}`);

  const table = (block) =>
    make("div", { class: "wide" }, make("table", {},
      make("thead", {}, make("tr", {}, block.headings.map((name, column) => make("th", { scope: "col", class: block.kinds[column] }, name)))),
      make("tbody", {}, block.rows.map((row) => make("tr", {}, row.map((cell, column) => make("td", { class: block.kinds[column] }, cell)))))));

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
    mesocosm.load("outlines").then((outlines) => {
      const { draw } = mesocosm.libraryMap ?? mesocosm.plainMap;
      const toggle = draw(place, block, outlines);
      place.after(legend(block, toggle));
      place.dataset.drawn = mesocosm.libraryMap ? "library" : "plain";
    });
    return whole;
  };

  const SHOW = { text: (block) => make("div", { class: "question" }, block.text), table, picture, map };

  const show = (block) =>
    make("section", { class: `block ${block.kind}-block` }, block.title ? make("h3", {}, block.title) : "", SHOW[block.kind](block));

  return { show, picture };
})();
