// A game of which the page knows only the picture, the moves as text and the last turns.

import { button, logPart, make } from "./dom.mjs";

export class AnyGame {
  #page;
  #scene = null;
  #viewer = null;
  /** The cell of the picture whose moves are listed; null for all moves. */
  #cell = null;

  constructor(page) {
    this.#page = page;
  }

  get file() {
    return `${this.#page.name}-game.txt`;
  }

  pictureOptions() {
    return { card: null };
  }

  choose() {
    this.#cell = null;
  }

  show(scene, svg, viewer) {
    this.#scene = scene;
    this.#viewer = viewer;
    for (const part of svg.querySelectorAll("[data-cell]")) {
      if (this.#movesAt(part.dataset.cell).length > 0) part.classList.add("play-target");
    }
    return { news: this.#news(), prompt: this.#prompt(), parts: [this.#choicePart(), logPart(scene.log)] };
  }

  clickBoard(target) {
    const cell = target.closest("[data-cell]")?.dataset.cell ?? null;
    const moves = cell === null ? [] : this.#movesAt(cell);
    if (moves.length === 1) this.#play(moves[0]);
    else if (moves.length > 1) this.#select(cell);
  }

  press({ key }) {
    if (key !== "Escape" || this.#cell === null) return false;
    return this.#select(null);
  }

  #select(cell) {
    this.#cell = cell;
    this.#page.redraw();
    return true;
  }

  #play(move) {
    this.#page.act({ call: "play", move: JSON.stringify(move) });
  }

  /** The moves that name a cell of the picture. */
  #movesAt(cell) {
    return this.#scene.legal_moves.filter((move) => move.split(" ").includes(cell));
  }

  #news() {
    const { log, to_move: due, winners } = this.#scene;
    const own = log.findLastIndex((turn) => turn.seat === this.#viewer);
    const since = due === this.#viewer && winners === null ? log.slice(own + 1) : log.slice(-1);
    const sentences = since.flatMap((turn) => turn.sentences);
    // The end is in the prompt.
    return (winners === null ? sentences : sentences.slice(0, -1)).join(" ");
  }

  #prompt() {
    const { log, names, to_move: due, winners } = this.#scene;
    if (winners !== null) return log.at(-1)?.sentences.at(-1) ?? "The game is over.";
    if (due !== this.#viewer) return `${names[due]} is thinking …`;
    return this.#cell === null ? "Your turn." : `Your turn: moves at ${this.#cell}.`;
  }

  #choicePart() {
    const moves = this.#cell === null ? this.#scene.legal_moves : this.#movesAt(this.#cell);
    const choices = moves.map((move) => button(move, () => this.#play(move), { "data-move": move, "data-key": move }));
    if (this.#cell !== null) choices.push(button("All moves", () => this.#select(null), { "data-key": "all" }));
    if (this.#scene.winners !== null) choices.push(this.#page.againButton());
    return make("section", { "aria-label": "Moves" }, make("div", { class: "play-choices" }, ...choices.filter(Boolean)));
  }
}
