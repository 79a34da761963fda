// How the search orders its results: pages for readers first, then names of the reference.
"use strict";

// What is added for pages in a folder: those that say how to do something come first.
const FOLDERS = { howto: 12, tutorial: 10, play: 12, rules: 8, explanation: 8, reference: -8, changelog: -20 };
const typed = () => (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();

var Scorer = {
  // A name of the library that is exactly what was typed, or contains it.
  objNameMatch: 11,
  objPartialMatch: 2,
  objPrio: { 0: 4, 1: 1, 2: -5 },
  objPrioDefault: 0,
  // A heading, or a part of one.
  title: 25,
  partialTitle: 12,
  // A word of the text, or a part of one.
  term: 5,
  partialTerm: 2,
  // Pages that begin with what was typed come first, and short names before long ones. A name is
  // also found by its words: "legal moves" is `legal_moves`, and "illegal move" is `IllegalMove`.
  score(result) {
    const [page, title, anchor, description, score, , kind] = result;
    if (anchor.startsWith("#index-")) result[2] = ""; // a keyword: the search lists the same place once
    if (kind !== "object")
      return score + (FOLDERS[page.split("/")[0]] ?? 0) + (title.toLowerCase().startsWith(typed()) ? 20 : 0);
    const parts = title.split(".");
    const is_typed = parts.at(-1).toLowerCase().replaceAll("_", "") === typed().replaceAll(/[\s_]/g, "");
    return score - parts.length - (description.includes("attribute") ? 5 : 0) + (is_typed ? 40 : 0);
  },
};
