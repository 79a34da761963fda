// The page "Play now": it loads Python when the visitor asks for it, and leads through the games.

import { BoardGame } from "./board_game.mjs";
import { Client } from "./client.mjs";
import { animationButton, button, make } from "./dom.mjs";
import { Puzzle } from "./puzzle.mjs";
import { followKeys, Screen } from "./screen.mjs";
import { askForSettings, readSettings, writeSettings } from "./settings.mjs";
import { load, store } from "./storage.mjs";
import { TileGame } from "./tile_game.mjs";

/** The pause before the turn of a bot, so that a visitor can follow. */
const BOT_PAUSE = 700;
const NEEDS_SERVER =
  "Browsers run this page only from a web server. " +
  "Type python -m http.server in the folder of the site, and open the address that it prints.";

class Page {
  /** The game that is open. */
  game;
  #root;
  #client = new Client();
  #settings = readSettings();
  #games;
  #table = null;
  /** Each action of the visitor has a number; what an older one still does is dropped. */
  #action = 0;
  #screen;
  // The buttons above the table
  #tabs;
  #undo;
  #hint;
  #save;

  constructor(root) {
    this.#root = root;
    this.#screen = new Screen(root, this);
    const act = (request) => this.act(request);
    const redraw = () => this.redraw();
    const againButton = () => button("Play again", () => this.#askForNewGame(), { class: "play-primary" });
    this.#games = [BoardGame, TileGame, Puzzle].map((Game) => new Game({ act, redraw, againButton }));
    this.game = this.#games.find((game) => game.key === this.#settings.game) ?? this.#games[0];
    this.#showWelcome();
  }

  // Loading

  #showWelcome(message = "") {
    const kept = this.#games.some((game) => load(storageKey(game)) !== null);
    const start = button(`${kept ? "Continue your game" : "Play"} (loads ${this.#root.dataset.size})`, () => this.#start());
    start.className = "play-start";
    start.disabled = location.protocol === "file:";
    const note = start.disabled ? NEEDS_SERVER : message || "The files come from this site, and your browser keeps them for the next visit.";
    this.#root.dataset.state = "welcome";
    this.#root.replaceChildren(make("div", { class: "play-welcome" }, start, make("p", { role: "status" }, note)));
  }

  async #start() {
    const bar = make("progress", { max: 1, value: 0, "aria-label": "Loading" });
    const note = make("p", { role: "status" }, "Loading …");
    this.#root.dataset.state = "loading";
    this.#root.replaceChildren(make("div", { class: "play-welcome" }, bar, note));
    const onProgress = (share) => {
      if (share < 1) bar.value = share;
      else bar.removeAttribute("value");
      // A reader of the screen hears of each quarter.
      const percent = Math.floor(share * 4) * 25;
      const text = share === 1 ? "Starting Python …" : `Loading, ${percent} % …`;
      if (note.textContent !== text) note.textContent = text;
    };
    try {
      await this.#client.start(onProgress);
    } catch (error) {
      this.#client.stop();
      this.#showWelcome(`Loading failed: ${error.message}. Try again, or use another browser.`);
      return;
    }
    this.#showTable();
    await this.#open(this.game);
    this.#root.dataset.state = "playing";
    this.#root.scrollIntoView({ block: "start" });
  }

  // The table

  #showTable() {
    this.#tabs = this.#games.map((game) => button(game.title, () => this.#open(game), { "data-game": game.key }));
    const file = make("input", { type: "file", accept: ".json,.txt", hidden: true, onchange: () => this.#read(file) });
    this.#undo = button("Undo", () => this.act({ call: "undo" }), { title: "Take your last turn back (u)" });
    this.#save = button("Save", () => download(this.game.file, this.game.savedText(this.#table)), {
      title: "Download the game as a record",
    });
    this.#hint = button("Hint", () => this.#giveHint(), { title: "What a bot would do, and why (h)" });
    const actions = [
      button("New game", () => this.#askForNewGame(), { "data-action": "new" }),
      this.#undo,
      this.#hint,
      this.#save,
      button("Load", () => file.click(), { title: "Load a record from a file" }),
      file,
      animationButton(),
    ];
    this.#root.replaceChildren(
      make(
        "div",
        { class: "play-bar" },
        make("div", { class: "play-tabs", role: "group", "aria-label": "Game" }, ...this.#tabs),
        make("div", { class: "play-actions" }, ...actions),
      ),
      this.#screen.status.element,
      this.#screen.element,
    );
    followKeys((event) => this.#table !== null && this.#press(event));
    followTheme(() => this.redraw());
  }

  /** Choose one of the games. */
  #choose(game) {
    this.game = game;
    this.#settings.game = game.key;
    writeSettings(this.#settings);
    this.#root.dataset.game = game.key;
    for (const tab of this.#tabs) tab.setAttribute("aria-pressed", String(tab.dataset.game === game.key));
  }

  /** Continue the stored game of this kind, or begin a new one. */
  async #open(game) {
    this.#choose(game);
    const stored = load(storageKey(game));
    if (stored !== null && (await this.act(game.loadRequest(stored, this.#settings)))) return;
    store(storageKey(game), null);
    await this.act(game.newRequest(this.#settings));
  }

  async #askForNewGame() {
    const chosen = await askForSettings(this.#root, this.game, this.#settings);
    if (chosen === null) return;
    this.#settings = chosen;
    writeSettings(chosen);
    await this.act(this.game.newRequest(chosen));
  }

  async #read(input) {
    const text = await input.files[0].text();
    input.value = "";
    const before = this.game;
    const game = this.#games.find((each) => each.owns(text)) ?? before;
    this.#choose(game);
    if (!(await this.act(game.loadRequest(text, this.#settings)))) this.#choose(before);
  }

  /** Do what a request says, then let the bots play. Resolves with whether it was possible. */
  async act(request) {
    // A second click on a move comes too late.
    if (request.call === "play" && this.#root.hasAttribute("aria-busy")) return false;
    const action = ++this.#action;
    this.game.choose(null);
    this.#root.setAttribute("aria-busy", "true");
    if (!(await this.#update(request, action))) return false;
    while (action === this.#action && this.game.isBotDue(this.#table.scene)) {
      await new Promise((resolve) => setTimeout(resolve, BOT_PAUSE));
      if (action === this.#action && !(await this.#update({ call: "play_bot" }, action))) return false;
    }
    if (action === this.#action) this.#root.removeAttribute("aria-busy");
    return true;
  }

  async #update(request, action) {
    const { game } = this;
    try {
      const table = await this.#call(request);
      if (action !== this.#action) return true;
      store(storageKey(game), game.savedText(table));
      this.#show(table);
      // For the tests, which wait for the effect of what they do.
      this.#root.dataset.updates = Number(this.#root.dataset.updates ?? 0) + 1;
      return true;
    } catch (error) {
      this.#screen.status.ask(`That is not possible: ${error.message.replace(/[.]$/, "")}.`);
      this.#root.removeAttribute("aria-busy");
      return false;
    }
  }

  #call(request) {
    return this.#client.call({ ...request, choice: this.game.choice, theme: theme() });
  }

  /** Draw the board again, as the theme or the choice of the visitor changed. */
  async redraw() {
    if (this.#table === null) return;
    const { game } = this;
    const action = this.#action;
    const table = await this.#call({ call: "show" });
    if (action === this.#action && game === this.game) this.#show(table);
  }

  /** Say what a bot would do. */
  async #giveHint() {
    const action = this.#action;
    const { text } = await this.#call({ call: "hint" });
    if (action === this.#action) this.#screen.status.ask(text);
  }

  /** The table after a number of moves; nothing if the visitor has done something since. */
  async look(move) {
    const action = this.#action;
    const table = await this.#call({ call: "look", move });
    return action === this.#action ? table : null;
  }

  review() {
    return this.#call({ call: "review" }).catch(({ message }) => ({ message }));
  }

  #show(table) {
    this.#table = table;
    this.#screen.show(table, (news, prompt) => {
      this.#screen.status.write(news, prompt);
      this.#hint.hidden = this.#save.hidden = !this.game.file;
      this.#hint.disabled = table.moves !== null || this.game.isBotDue(table.scene);
      this.#undo.disabled = !table.can_undo;
    });
  }

  #press(event) {
    const pressed = { u: this.#undo, h: this.#hint }[event.key];
    pressed?.click();
    return pressed !== undefined || this.game.press(event);
  }
}

function storageKey(game) {
  return `play-${game.key}`;
}

/** Give the visitor a text as a file. */
function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The theme that the page has now. */
function theme() {
  const chosen = document.body.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function followTheme(redraw) {
  new MutationObserver(redraw).observe(document.body, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

new Page(document.getElementById("play-app"));
