// Runs before anything is drawn, so that a page does not flash in the other colours.
"use strict";
(() => {
  const KEY = "mesocosm-theme";
  const root = document.documentElement;

  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // a browser may forbid it to a page from disk
    }
  };

  const remember = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // the page is shown all the same
    }
  };

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  const theme = remembered();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;

  addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      remember(root.dataset.theme);
    });
  });
})();
