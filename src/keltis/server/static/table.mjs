// A table: waiting for players, then the game. The server says when something has changed.

import { BoardGame } from "./board_game.mjs";
import { animationButton, button, make, setPicture } from "./dom.mjs";
import { get, post } from "./requests.mjs";
import { followKeys, Screen } from "./screen.mjs";
import { seatAt, storeSeat } from "./seats.mjs";
import { TileGame } from "./tile_game.mjs";

const GAMES = { celtic: TileGame, keltis: BoardGame };

const dark = matchMedia("(prefers-color-scheme: dark)");

class TablePage {
  #root = document.getElementById("table");
  #alert = document.querySelector(".alert");
  #title = this.#root.dataset.title;
  #game = new GAMES[this.#root.dataset.game]({
    act: (request) => this.#play(request),
    redraw: () => this.#load(),
    againButton: () => this.#againButton(),
  });
  #screen = new Screen(this.#root, {
    game: this.#game,
    look: (move) => getThemed("table", { move }),
    review: () => getThemed("review"),
  });
  #content = make("div");
  #actions = make("div", { class: "play-actions" });
  #code = make("div", { class: "code", role: "img", "aria-label": "The link as a QR code" });
  /** Whether the viewer was due when the page was last shown. */
  #wasDue = true;
  #table = null;
  /** Each loading has a number; an answer to an older one is dropped. */
  #loading = 0;

  constructor() {
    this.#root.append(this.#screen.status.element, this.#actions, this.#content);
    followKeys((event) => Boolean(this.#table?.scene) && this.#game.press(event));
    dark.addEventListener("change", () => this.#load());
    this.#follow();
  }

  /** Load the scene at every change. The browser connects again by itself when the server is back. */
  #follow() {
    const events = new EventSource("events");
    events.onmessage = () => this.#load();
    events.onerror = () => {
      this.#alert.textContent = "Connection lost. This page reconnects by itself.";
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.#follow(), 2000);
    };
  }

  async #load() {
    const number = ++this.#loading;
    const { choice } = this.#game;
    const table = await getThemed("table", choice === null ? {} : { choice });
    if (table === null || number !== this.#loading) return;
    if (choice !== null && this.#table.version !== table.version) {
      this.#game.choose(null); // others have changed the game
      return this.#load();
    }
    if (table.message !== undefined) {
      this.#alert.textContent = table.message;
      return;
    }
    this.#table = table;
    this.#alert.textContent = "";
    this.#show();
  }

  async #send(path, document) {
    const answer = await post(path, document);
    this.#alert.textContent = answer.message ?? "";
    return answer;
  }

  async #play({ move }) {
    if (this.#root.hasAttribute("aria-busy")) return; // a second click comes too late
    this.#root.setAttribute("aria-busy", "true");
    const answer = await this.#send("move", { version: this.#table.version, move });
    this.#game.choose(null);
    await this.#load();
    if (answer.message !== undefined) this.#alert.textContent = answer.message;
    this.#root.removeAttribute("aria-busy");
  }

  #show() {
    this.#root.dataset.version = this.#table.version;
    if (this.#table.viewer !== null) {
      const names = this.#table.seats.map(({ name }) => name).filter((name, seat) => name !== null && seat !== this.#table.viewer);
      storeSeat(new URL("..", location).pathname, { link: location.pathname, title: this.#title, names });
    }
    if (this.#table.scene === null) this.#showSeats();
    else this.#showGame();
  }

  /** A way back for a player who opens the link for friends. */
  #seatLinks() {
    const seat = this.#table.viewer === null ? seatAt(location.pathname) : null;
    return seat === null ? [] : [make("a", { href: seat, "data-key": "seat" }, "Back to your seat")];
  }

  // Before the game

  #showSeats() {
    const { seats, viewer } = this.#table;
    const free = seats.filter((seat) => seat.name === null).length;
    this.#screen.status.write("", `Waiting for ${free} more ${free === 1 ? "player" : "players"} …`);
    const items = seats.map(({ name }, seat) =>
      name === null
        ? make("li", { "data-free": true }, "a free seat")
        : make("li", {}, name + (seat === viewer ? " (you)" : "")),
    );
    const next = viewer === null ? this.#joinPart() : this.#invitationPart();
    this.#actions.replaceChildren(...this.#seatLinks());
    this.#content.replaceChildren(make("div", { class: "form" }, make("ul", { class: "seats" }, ...items), ...next));
  }

  #joinPart() {
    if (this.form === undefined) {
      const name = make("input", { name: "name", maxlength: 24, required: true, autocomplete: "nickname" });
      this.form = make("form", { class: "form", onsubmit: (event) => this.#join(event, name.value) });
      this.form.append(make("label", {}, "Your name ", name), make("button", { class: "play-primary" }, "Sit down"));
    }
    return [this.form];
  }

  async #join(event, name) {
    event.preventDefault();
    const { link } = await this.#send("join", { name });
    if (link !== undefined) location.assign(link);
  }

  #invitationPart() {
    const { address } = this.#root.dataset;
    const base = isOwn(location) && address !== "" ? address : location.origin;
    const link = new URL(new URL("..", location).pathname, base);
    const range = isOwn(link) ? [" It works on this machine only; for others, start the server with ", make("code", {}, "--host 0.0.0.0"), "."] : [];
    const field = make("input", { readonly: true, value: link.href, "aria-label": "The link for your friends" });
    const copy = button("Copy the link", () => {
      field.select();
      // The newer navigator.clipboard is missing where the server has no HTTPS.
      copy.textContent = document.execCommand("copy") ? "Copied" : "Now press Ctrl-C";
    });
    const bots = this.#table.bots.map((bot) => button(bot, () => this.#send("bots", { bot })));
    return [
      make("div", { class: "invitation" }, make("p", {}, "Send your friends this link.", ...range, " Keep the address of this page to yourself: it is your seat."), field, copy, this.#codePart(link.href)),
      make("div", { class: "invitation" }, make("p", {}, "Or put bots on the free seats:"), make("div", { class: "play-actions" }, ...bots)),
    ];
  }

  /** The link as a picture for the cameras of phones, if the server can draw it. */
  #codePart(link) {
    if (this.#code.dataset.link !== link) {
      this.#code.dataset.link = link;
      get(`../code?${new URLSearchParams({ link })}`).then((answer) => setPicture(this.#code, answer?.picture ?? ""));
    }
    return this.#code;
  }

  // The game

  #showGame() {
    if (!this.#screen.element.isConnected) this.#content.replaceChildren(this.#screen.element);
    const { moves, truncated } = this.#table;
    const isOver = moves !== null;
    this.#screen.show(this.#table, (news, prompt, side) => {
      side.append(make("div", { class: "play-actions" }, this.#notifyButton(), animationButton()));
      const again = truncated ? this.#againButton() : null; // else it is beside the result
      const actions = isOver ? [make("a", { href: "record", download: this.#game.file, "data-key": "record" }, "Download the game"), again] : this.#gameActions();
      this.#actions.replaceChildren(...[...this.#seatLinks(), ...actions].filter(Boolean));
      this.#say(news, truncated ? "The game has reached the limit of moves. It is over without a winner." : prompt, isOver);
    });
  }

  #say(news, prompt, isOver) {
    const { scene, stood_in: stoodIn, viewer } = this.#table;
    const absent = () => (stoodIn === viewer ? "you, as you were away" : `${this.#nameOf(stoodIn)}, who was away`);
    const away = stoodIn === null ? "" : `A bot has moved for ${absent()}. `;
    this.#screen.status.write(away + news + this.#questions(isOver), viewer === null && !isOver ? `${prompt} You are watching.` : prompt);
    const isDue = !isOver && scene.to_move === viewer;
    this.#notify(isDue, prompt);
    document.title = isDue ? `Your turn · ${this.#title}` : `${this.#title} with friends`;
  }

  #againButton() {
    const { viewer, version, again } = this.#table;
    if (viewer === null) return null;
    const waits = again.includes(viewer);
    const text = waits ? "Waiting for the others …" : "Play again";
    return button(text, () => this.#send("rematch", { version }), { class: "play-primary", "data-key": "again", disabled: waits });
  }

  // What needs the consent of others

  #nameOf(seat) {
    return this.#table.seats[seat].name;
  }

  /** What others ask for, in words. */
  #questions(isOver) {
    const { again, undo, viewer } = this.#table;
    if (undo !== null && undo === viewer) return " You have asked to take back your last turn.";
    if (undo !== null) return ` ${this.#nameOf(undo)} asks to take back the last turn.`;
    const others = again.filter((seat) => seat !== viewer).map((seat) => this.#nameOf(seat));
    return isOver && others.length > 0 ? ` ${others.join(" and ")} would like to play again.` : "";
  }

  #gameActions() {
    const { agreed, can_undo: canUndo, undo, version, viewer } = this.#table;
    const answer = (text, agrees) => button(text, () => this.#send("undo", { version, agrees }), { "data-key": text });
    const actions = [];
    if (undo === null && canUndo) actions.push(answer("Undo", true));
    if (undo !== null && viewer !== null && undo !== viewer && !agreed.includes(viewer)) {
      actions.push(answer("Agree", true), answer("Refuse", false));
    }
    if (undo !== null && undo === viewer) actions.push(answer("Cancel the request", false));
    return actions;
  }

  #notifyButton() {
    if (this.#table.viewer === null || !canNotify() || Notification.permission !== "default") return null;
    const ask = () => Notification.requestPermission().then(() => this.#show());
    return button("Tell me when it is my turn", ask, { "data-key": "notify" });
  }

  /** Notify a player who looks at another page. */
  #notify(isDue, prompt) {
    if (isDue && !this.#wasDue && document.hidden && canNotify() && Notification.permission === "granted") {
      new Notification(this.#title, { body: prompt, tag: location.pathname });
    }
    this.#wasDue = isDue;
  }
}

/** Get what has pictures. */
function getThemed(path, query = {}) {
  return get(`${path}?${new URLSearchParams({ theme: dark.matches ? "dark" : "light", ...query })}`);
}

/** Whether only the machine on which this browser runs can open an address. */
function isOwn({ hostname }) {
  return /^(localhost|127[.][0-9.]+|\[::1\])$/.test(hostname);
}

/** Whether the browser has notifications; without HTTPS it has them on its own machine alone. */
function canNotify() {
  return isSecureContext && "Notification" in globalThis;
}

new TablePage();
