// Keltis: the hand, the choices and the players, from the document of the viewer's view.

import { button, cutOut, logPart, make, quantity, signed } from "./dom.mjs";

const COLOURS = { R: "red", Y: "yellow", P: "pink", G: "green", B: "blue" };
const TILES = { "wishing stone": "a wishing stone", clover: "a clover" };

export class BoardGame {
  key = "keltis";
  title = "Keltis";
  file = "keltis-game.json";
  #page;
  #scene = null;
  #svg = null;
  /** The place of the chosen card in the hand, or null. */
  #chosen = null;

  constructor(page) {
    this.#page = page;
  }

  newRequest({ players, name, level }) {
    return { call: "new", game: this.key, players, name, level };
  }

  loadRequest(record, { name, level }) {
    return { call: "load", game: this.key, record, name, level };
  }

  savedText(scene) {
    return scene.record;
  }

  /** Whether a text is a record of this game. */
  owns(text) {
    return /keltis[- ]record/.test(text.slice(0, 1000));
  }

  isBotDue({ view }) {
    return view.outcome === null && view.to_move !== view.viewer;
  }

  pictureOptions() {
    return { card: this.#chosenCard() };
  }

  /** The seat of the viewer; null for a spectator. */
  get #viewer() {
    return this.#scene.view.viewer;
  }

  choose(place) {
    this.#chosen = place;
  }

  show(scene, svg) {
    this.#scene = scene;
    this.#svg = svg;
    this.#markBoard();
    const parts = [this.#handPart(), this.#playersPart(), logPart(scene.log)].filter((part) => part !== null);
    return { news: this.#news(), prompt: this.#prompt(), parts };
  }

  /** Every part of the board can be clicked if it belongs to one move. */
  clickBoard(target) {
    const moves = this.#movesOf(target);
    if (moves.length === 1) this.#play(moves[0]);
    else if (moves.length > 1) document.querySelector(".play-choices button")?.focus();
  }

  press({ key, target }) {
    const cards = [...document.querySelectorAll(".play-hand button")];
    if (key === "Escape") return this.#select(null);
    if (/^[1-9]$/.test(key) && this.#due() === "play" && key <= cards.length) return this.#select(key - 1);
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const place = cards.indexOf(target.closest("button"));
      if (place < 0) return false;
      const step = key === "ArrowRight" ? 1 : -1;
      cards[(place + step + cards.length) % cards.length].focus();
      return true;
    }
    const choice = document.querySelector(`.play-choices button[data-letter="${CSS.escape(key)}"]`);
    choice?.click();
    return choice !== null;
  }

  // What the viewer can do

  #due() {
    const { view } = this.#scene;
    return view.outcome === null && view.to_move === this.#viewer ? view.phase : null;
  }

  #chosenCard() {
    return this.#chosen === null || this.#scene === null ? null : this.#scene.view.hand[this.#chosen];
  }

  #select(place) {
    this.#chosen = place === this.#chosen ? null : place;
    this.#page.redraw();
    return true;
  }

  #play(move) {
    this.#page.act({ call: "play", move: JSON.stringify(move) });
  }

  /** The moves that can be chosen now: with a card, only those of the card. */
  #moves() {
    const moves = this.#due() === null ? [] : this.#scene.view.legal_moves;
    if (this.#due() !== "play") return moves;
    return moves.filter((move) => move.card === this.#chosenCard());
  }

  /** The moves that belong to a part of the board. */
  #movesOf(target) {
    const part = target.closest("[data-pile], [data-path]");
    if (part === null) return [];
    const { pile, path } = part.dataset;
    return this.#moves().filter((move) => {
      if (move.type === "discard") return pile === move.card[0];
      if (move.type === "draw") return pile === (move.source ?? "pile");
      if (move.type === "lay") return pile === undefined && path === move.card[0];
      return move.type === "advance" && pile === undefined && path === move.colour;
    });
  }

  #markBoard() {
    for (const part of this.#svg.querySelectorAll("[data-pile], [data-path]")) {
      if (this.#movesOf(part).length > 0) part.classList.add("play-target");
    }
  }

  // What is written above the board

  #news() {
    const { log, view } = this.#scene;
    const own = log.findLastIndex((turn) => turn.seat === this.#viewer);
    const since = this.#due() === "play" ? log.slice(own + 1) : log.slice(-1);
    const sentences = since.flatMap((turn) => turn.sentences);
    // The end is in the prompt.
    return (view.outcome === null ? sentences : sentences.slice(0, -1)).join(" ");
  }

  #prompt() {
    const { view, names, log } = this.#scene;
    if (view.outcome !== null) return log.at(-1)?.sentences.at(-1) ?? "The game is over.";
    if (view.to_move !== this.#viewer) return `${names[view.to_move]} is thinking …`;
    if (view.phase === "play") {
      const card = this.#chosenCard();
      return card === null ? "Your turn: choose a card." : `${card}: lay it or discard it.`;
    }
    if (view.phase === "draw") return "Draw a card.";
    return view.may_decline ? "You may move a figure one stone." : "Move a figure one stone.";
  }

  // The parts beside the board

  #handPart() {
    const { view } = this.#scene;
    if (view.outcome !== null) return this.#resultPart();
    if (view.hand === null) return null;
    const layable = new Set(view.legal_moves.filter((move) => move.type === "lay").map((move) => move.card));
    let isNew = this.#scene.drawn;
    const cards = view.hand.map((text, place) => {
      const drawn = text === isNew;
      if (drawn) isNew = null;
      const due = this.#due() === "play";
      const notes = [layable.has(text) ? ", can be laid" : "", drawn ? ", just drawn" : ""];
      const card = button("", () => this.#select(place), {
        class: "play-card",
        "data-card": text,
        "data-key": `card-${place}`,
        disabled: !due,
        "aria-pressed": String(place === this.#chosen),
        "aria-label": `${COLOURS[text[0]]} ${text.slice(1)}${notes.join("")}`,
      });
      if (due && layable.has(text)) card.classList.add("play-layable");
      if (drawn) card.classList.add("play-drawn");
      this.#paint(card, text[0]);
      card.append(make("b", {}, text.slice(1)), this.#sign(text[0]));
      return card;
    });
    return make(
      "section",
      { class: "play-hand-part", "aria-label": "Your hand" },
      make("div", { class: "play-hand" }, ...cards),
      make("div", { class: "play-choices" }, ...this.#choices()),
    );
  }

  #choices() {
    const moves = this.#moves();
    const hint = this.#due() === "play" ? "Raised cards can be laid; every card can be discarded." : "";
    if (moves.length === 0) return [make("p", {}, hint)];
    return moves.map((move) => {
      const { text, letter } = this.#describe(move);
      const choice = button(text, () => this.#play(move), {
        "data-move": move.text,
        "data-key": move.text,
        "data-letter": letter,
        title: `Key: ${letter}`,
      });
      if (move.type !== "discard" && move.type !== "decline") choice.classList.add("play-primary");
      return choice;
    });
  }

  #describe(move) {
    const { view } = this.#scene;
    if (move.type === "lay") {
      const figure = move.figure === null ? "" : ` with ${move.figure === "large" ? "the large" : "a small"} figure`;
      return { text: `Lay ${move.card}${figure}`, letter: move.figure === "large" ? "L" : "l" };
    }
    if (move.type === "discard") return { text: `Discard ${move.card}`, letter: "d" };
    if (move.type === "decline") return { text: "Move no figure", letter: "n" };
    if (move.type === "draw") {
      if (move.source !== null) return { text: `Take ${view.discards[move.source].at(-1)}`, letter: move.source.toLowerCase() };
      return { text: `Draw from the pile (${view.draw_pile_size})`, letter: "f" };
    }
    const row = view.players[this.#viewer].rows[move.colour] + 1;
    const tile = view.tiles[move.colour][row] ?? null;
    const reward = tile === null ? "" : `, ${TILES[tile] ?? pointText(Number(tile))}`;
    const figure = move.figure === null ? "" : `${move.figure} figure `;
    const letter = move.figure === "large" ? move.colour : move.colour.toLowerCase();
    return { text: `${capital(COLOURS[move.colour])}: ${figure}to row ${row}${reward}`, letter };
  }

  #resultPart() {
    const { view, names } = this.#scene;
    const rows = view.outcome.scores.map((score, seat) =>
      make(
        "tr",
        view.outcome.winners.includes(seat) ? { class: "play-winner" } : {},
        make("th", { scope: "row" }, names[seat]),
        ...[score.paths, score.tile_points, score.wishing_stones, score.total].map((points) => make("td", {}, signed(points))),
      ),
    );
    const head = ["", "paths", "tiles", "stones", "total"].map((text) => make("th", { scope: "col" }, text));
    return make(
      "section",
      { class: "play-result", "aria-label": "Result" },
      make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
      make("div", { class: "play-choices" }, this.#page.againButton()),
    );
  }

  #playersPart() {
    const { view, names, hands } = this.#scene;
    const players = view.players.map((player, seat) => {
      const columns = Object.entries(player.columns).filter(([, cards]) => cards.length > 0);
      const known = player.seen.length > 0 && seat !== this.#viewer ? `, among them ${player.seen.join(" ")}` : "";
      const cards = hands === null ? `${quantity(player.hand_size, "card")}${known}` : `hand: ${hands[seat].join(" ")}`;
      return make(
        "li",
        { class: "play-player", "data-due": view.outcome === null && view.to_move === seat },
        make(
          "p",
          { class: "play-name" },
          this.#token(seat),
          make("b", {}, names[seat]),
          make("span", { class: "play-points" }, pointText(player.score.total)),
        ),
        make("p", {}, `${quantity(player.wishing_stones, "wishing stone")}, ${cards}`),
        make("div", { class: "play-columns" }, ...columns.map(([letter, cards]) => this.#column(letter, cards))),
      );
    });
    return make("section", { "aria-label": "Players" }, make("ul", { class: "play-players" }, ...players));
  }

  #column(letter, cards) {
    const values = cards.map((card) => card.slice(1)).join(" ");
    const label = `${COLOURS[letter]} column: ${values}`;
    const column = make("span", { class: "play-column", role: "img", "aria-label": label }, this.#sign(letter), values);
    this.#paint(column, letter);
    return column;
  }

  // Colours and symbols are those of the picture

  #paint(element, letter) {
    const sign = this.#pathSign(letter);
    element.style.setProperty("--fill", sign.querySelector("rect").getAttribute("fill"));
    element.style.setProperty("--ink", sign.querySelector("text").getAttribute("fill"));
  }

  #sign(letter) {
    const sign = this.#pathSign(letter);
    return make("span", { class: "play-sign", "aria-hidden": "true" }, letter, cutOut(sign.lastElementChild, "play-symbol"));
  }

  #pathSign(letter) {
    return this.#svg.querySelector(`.keltis-path[data-path="${letter}"]`);
  }

  #token(seat) {
    const [figure] = ["figure", "waiting"].flatMap((kind) => [...this.#svg.querySelectorAll(`.keltis-${kind}[data-seat="${seat}"]`)]);
    return cutOut(figure, "play-token");
  }
}

function pointText(points) {
  return `${signed(points)} ${Math.abs(points) === 1 ? "point" : "points"}`;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
