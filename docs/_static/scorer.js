// How the search orders its results: pages for readers first, then names of the reference.
"use strict";

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
  // Pages that begin with what was typed come first, and short names before long ones.
  score([, title, , description, score, , kind]) {
    if (kind === "object") return score - title.split(".").length - (description.includes("attribute") ? 5 : 0);
    const typed = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();
    return score + (title.toLowerCase().startsWith(typed) ? 20 : 0);
  },
};
