// The settings of a new game: kept in storage, and asked for in a dialog.

import { button, make } from "./dom.mjs";
import { load, store } from "./storage.mjs";

const DEFAULTS = { game: "keltis", name: "You", players: 2, level: "medium", visitor: 0, hard: false, displaced: 8, daily: true };

/** A question: its key, its label, and its possible answers with their labels. */
const PLAYERS = ["players", "Players", [[2, "2"], [3, "3"], [4, "4"]]];
const LEVELS = [["easy", "easy: they play at random"], ["medium", "medium"], ["strong", "strong: they think for some seconds"]];
const LEVEL = ["level", "The bots are", LEVELS];
const COLOUR = ["visitor", "You play", [[0, "Orange, and begin"], [1, "Blue"]]];
const HARD = ["hard", "Difficulty", [[false, "easy: no side is cut off"], [true, "hard: a single knot"]]];
const DISPLACED = ["displaced", "Tiles mixed up", [[4, "4"], [8, "8"], [14, "14"], [25, "all 25"]]];
const DAILY = ["daily", "Puzzle", [[true, "today's puzzle"], [false, "a random one"]]];
const QUESTIONS = { keltis: [PLAYERS, LEVEL], celtic: [COLOUR, LEVEL], puzzle: [DAILY, HARD, DISPLACED] };
const MAX_NAME = 20;

/** The stored settings; what is missing or unknown there has its default. */
export function readSettings() {
  const settings = { ...DEFAULTS };
  let stored = null;
  try {
    stored = JSON.parse(load("play-settings") ?? "{}");
  } catch {
    return settings;
  }
  for (const key of Object.keys(DEFAULTS)) {
    if (typeof stored?.[key] === typeof DEFAULTS[key]) settings[key] = stored[key];
  }
  return settings;
}

export function writeSettings(settings) {
  store("play-settings", JSON.stringify(settings));
}

/** Ask for the settings of a new game; resolves with null if the visitor changes their mind. */
export function askForSettings(root, game, settings) {
  const questions = QUESTIONS[game.key];
  const fields = questions.map(([key, label, answers]) => {
    const options = answers.map(([value, text], place) =>
      make("option", { value: place, selected: value === settings[key] }, text),
    );
    return make("label", {}, label, make("select", { name: key }, ...options));
  });
  if (game.key !== "puzzle") {
    const name = make("input", { name: "name", maxlength: MAX_NAME, value: settings.name, autocomplete: "off" });
    fields.push(make("label", {}, "Your name", name));
  }
  const dialog = make(
    "dialog",
    { class: "play-dialog", "aria-label": "New game" },
    make(
      "form",
      { method: "dialog" },
      make("h2", {}, `New game: ${game.title}`),
      ...fields,
      make(
        "div",
        { class: "play-actions" },
        make("button", { value: "start", class: "play-primary" }, "Start"),
        button("Cancel", () => dialog.close()),
      ),
    ),
  );
  root.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const answers = new FormData(dialog.querySelector("form"));
      dialog.remove();
      if (dialog.returnValue !== "start") return resolve(null);
      const chosen = { ...settings };
      for (const [key, , values] of questions) chosen[key] = values[Number(answers.get(key))][0];
      // A record takes no other names.
      if (answers.has("name")) chosen.name = answers.get("name").replace(/[#\p{C}]/gu, "").trim() || DEFAULTS.name;
      return resolve(chosen);
    });
  });
}
