// Keltis: the hand, the choices and the players, from the document of the viewer's view.

import { button, cutOut, logPart, make, pressRow, quantity, signed } from "./dom.mjs";
import { MatchGame } from "./game.mjs";

const COLOURS = { R: "red", Y: "yellow", P: "pink", G: "green", B: "blue" };
const TILES = { "wishing stone": "a wishing stone", clover: "a clover" };

export class BoardGame extends MatchGame {
  key = "keltis";
  title = "Keltis";
  hasReview = true;
  #svg = null;
  /** The place of the chosen card in the hand, or null. */
  #chosen = null;

  /** The chosen card, which the picture marks. */
  get choice() {
    return this.#chosen === null ? null : (this.scene?.view.hand[this.#chosen] ?? null);
  }

  choose(place) {
    this.#chosen = place;
  }

  show(scene, svg) {
    this.scene = scene;
    this.#svg = svg;
    this.#markBoard();
    const parts = [this.#handPart(), this.#playersPart(), logPart(scene.log)].filter((part) => part !== null);
    return { news: this.news(this.#due() === "play"), prompt: this.prompt(() => this.#question()), parts };
  }

  /** Every part of the board can be clicked if it belongs to one move. */
  clickBoard(target) {
    const moves = this.#movesOf(target);
    if (moves.length === 1) this.play(moves[0].text);
    else if (moves.length > 1) document.querySelector(".play-choices button")?.focus();
  }

  press({ key, target }) {
    const cards = [...document.querySelectorAll(".play-hand button")];
    if (key === "Escape") return this.#select(null);
    if (/^[1-9]$/.test(key) && this.#due() === "play" && key <= cards.length) return this.#select(key - 1);
    if (pressRow({ key, target }, cards)) return true;
    const choice = document.querySelector(`.play-choices button[data-letter="${CSS.escape(key)}"]`);
    choice?.click();
    return choice !== null;
  }

  // What the viewer can do

  /** The phase in which the viewer is to move, or null. */
  #due() {
    return this.isDue ? this.scene.view.phase : null;
  }

  #select(place) {
    this.choose(place === this.#chosen ? null : place);
    this.page.redraw();
    return true;
  }

  /** The moves that can be chosen now: with a card, only those of the card. */
  #moves() {
    const moves = this.#due() === null ? [] : this.scene.view.legal_moves;
    if (this.#due() !== "play") return moves;
    return moves.filter((move) => move.card === this.choice);
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

  #question() {
    const { may_decline: mayDecline, phase } = this.scene.view;
    if (phase === "play") return this.choice === null ? "Your turn: choose a card." : `${this.choice}: lay it or discard it.`;
    if (phase === "draw") return "Draw a card.";
    return mayDecline ? "You may move a figure one stone." : "Move a figure one stone.";
  }

  // The parts beside the board

  #handPart() {
    const { view } = this.scene;
    if (this.scene.winners !== null) return this.#resultPart();
    if (view.hand === null) return null;
    const layable = new Set(view.legal_moves.filter((move) => move.type === "lay").map((move) => move.card));
    let isNew = this.scene.drawn;
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
    const hint = this.#due() === "play" ? "Raised cards can be laid; any card can be discarded." : "";
    if (moves.length === 0) return [make("p", {}, hint)];
    return moves.map((move) => {
      const { text, letter } = this.#describe(move);
      const choice = button(text, () => this.play(move.text), {
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
    const { view } = this.scene;
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
    const row = view.players[this.scene.viewer].rows[move.colour] + 1;
    const tile = view.tiles[move.colour][row] ?? null;
    const reward = tile === null ? "" : `, ${TILES[tile] ?? pointText(Number(tile))}`;
    const figure = move.figure === null ? "" : `${move.figure} figure `;
    const letter = move.figure === "large" ? move.colour : move.colour.toLowerCase();
    return { text: `${capital(COLOURS[move.colour])}: ${figure}to row ${row}${reward}`, letter };
  }

  #resultPart() {
    const { view, names } = this.scene;
    const rows = view.outcome.scores.map((score, seat) =>
      make(
        "tr",
        view.outcome.winners.includes(seat) ? { class: "play-winner" } : {},
        make("th", { scope: "row" }, names[seat]),
        ...[score.paths, score.tile_points, score.wishing_stones, score.total].map((points) => make("td", {}, signed(points))),
      ),
    );
    const head = ["paths", "tiles", "stones", "total"].map((text) => make("th", { scope: "col" }, text));
    return make(
      "section",
      { class: "play-result", "aria-label": "Result" },
      make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...head)), make("tbody", {}, ...rows)),
      make("div", { class: "play-choices" }, this.page.againButton()),
    );
  }

  #playersPart() {
    const { view, names, hands } = this.scene;
    const players = view.players.map((player, seat) => {
      const columns = Object.entries(player.columns).filter(([, cards]) => cards.length > 0);
      const known = player.seen.length > 0 && seat !== this.scene.viewer ? `, among them ${player.seen.join(" ")}` : "";
      const cards = hands === null ? `${quantity(player.hand_size, "card")}${known}` : `hand: ${hands[seat].join(" ")}`;
      return make(
        "li",
        { class: "play-player", "data-due": this.scene.winners === null && this.scene.to_move === seat },
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
    return make("span", { class: "play-sign", "data-letter": letter, "aria-hidden": "true" }, cutOut(sign.lastElementChild, "play-symbol"));
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
