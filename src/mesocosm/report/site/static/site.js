// What all pages share: data files, elements made of text, tables that sort. Whatever is shown is set as text, never as
// markup.
"use strict";
window.mesocosm = (() => {
  const waiting = new Map();
  const KEY = /^(?:index|outlines|i\/\d+|e\/\d+\/\d+)$/;

  /** The value of a data file: it is a script that calls `receive`, since a page from disk may load nothing else. */
  const load = (key) =>
    new Promise((resolve, reject) => {
      if (!KEY.test(key)) return reject(new Error("there is no such page"));
      waiting.set(key, resolve);
      const script = document.createElement("script");
      script.src = `data/${key}.js`;
      script.onerror = () => reject(new Error(`data/${key}.js is not there`));
      document.head.append(script);
    });

  const receive = (key, value) => {
    waiting.get(key)?.(value);
    waiting.delete(key);
  };

  /** An element; children are elements or text. Attributes come from our own scripts only. */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") element.className = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== ""));
    return element;
  };

  const slug = (words) => words.replaceAll(" ", "-");
  const badge = (outcome) => make("span", { class: `badge ${slug(outcome)}` }, outcome);
  const episodeLink = (key) => `episode.html?e=${key.slice(2)}`;
  const itemLink = (key) => `item.html?i=${key.slice(2)}`;
  const query = (name) => new URLSearchParams(location.search).get(name) ?? "";

  /** What a cell is sorted by: the number it carries or begins with, else its text. */
  const sortKey = (cell) => {
    const given = cell.dataset.value ?? cell.textContent.trim();
    const number = /^[+-]?[\d,]*\.?\d+/.exec(given);
    if (number) return Number(number[0].replaceAll(",", ""));
    return /^[–-]?$/.test(given) ? null : given.toLowerCase();
  };

  /** Numbers before words; what is not known comes last, whichever way is up. */
  const order = (a, b, up) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
    return (a < b ? -1 : a > b ? 1 : 0) * (up ? 1 : -1);
  };

  const sortRows = (table, column, up) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [sortKey(row.cells[column]), row]);
    rows.sort(([a], [b]) => order(a, b, up));
    body.append(...rows.map(([, row]) => row));
  };

  /** Put a button into a heading; `sort` is called with whether up is wanted. */
  const sortButton = (heading, headings, sort) => {
    const button = make("button", { type: "button" }, heading.textContent);
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      sort(up);
    });
  };

  const sortable = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => heading.dataset.plain === undefined && sortButton(heading, headings, (up) => sortRows(table, column, up)));
  };

  /** A sign below a picture that is wider than its place, as long as it is. */
  const widths = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const place = target.closest(".drawn, .picture");
      place?.classList.toggle("scrolls", place.scrollWidth > place.clientWidth + 1);
    }
  });
  const signed = (place) => {
    for (const element of [place, ...place.children]) widths.observe(element);
    return place;
  };

  document.querySelectorAll("table.sortable").forEach(sortable);
  document.querySelectorAll(".drawn").forEach(signed);
  return { load, receive, make, slug, badge, episodeLink, itemLink, query, order, sortButton, sortable, signed };
})();
