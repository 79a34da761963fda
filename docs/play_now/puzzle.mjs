// The puzzles of CELTIC!: all tiles are on the board; they are exchanged and turned.

import { pressCell, splitCell } from "./cells.mjs";
import { button, make, makeFocusable, makeSvg, quantity } from "./dom.mjs";

const TOWARDS = { N: [0.5, 0], E: [1, 0.5], S: [0.5, 1], W: [0, 0.5] };

export class Puzzle {
  key = "puzzle";
  title = "Puzzle";
  /** A puzzle has no record. */
  file = "";
  /** The picture marks nothing: the frame is drawn here. */
  choice = null;
  #page;
  #scene = null;
  /** The chosen cell as text, such as "0,1". */
  #cell = null;
  /** The cell that stays chosen when its tile is turned. */
  #keep = null;
  /** Whether the tiles are the solution that the visitor asked for. */
  #revealed = false;

  constructor(page) {
    this.#page = page;
  }

  newRequest({ hard, displaced, daily }) {
    // The date here, as 2026-01-31: everybody has the same puzzle on the same day.
    const day = daily ? new Date().toLocaleDateString("sv") : null;
    return { call: "new", game: this.key, hard, displaced, day };
  }

  loadRequest(text, _settings) {
    const { filling, hard } = parse(text);
    return { call: "load", game: this.key, filling, hard };
  }

  savedText({ scene: { filling, hard } }) {
    return JSON.stringify({ filling, hard });
  }

  owns(_text) {
    return false;
  }

  isBotDue(_scene) {
    return false;
  }

  choose(_cell) {
    this.#cell = this.#keep;
    this.#keep = null;
    this.#revealed = false;
  }

  show(scene, svg) {
    this.#scene = scene;
    svg.setAttribute("role", "group");
    for (const part of svg.querySelectorAll("[data-cell]")) {
      const { cell } = part.dataset;
      part.classList.add("play-target");
      makeFocusable(part, part.querySelector("title").textContent, cell === this.#cell);
    }
    const frame = this.#cell === null ? [] : [this.#frame(svg)];
    const faults = scene.faults.map(({ x, y, side }) => this.#fault(svg, `${x},${y}`, side));
    // The marks lie over the ribbons, and in the coordinates of the tiles.
    svg.querySelector("[data-cell]").parentElement.append(...frame, ...faults);
    const summary = faults.length === 0 ? "No side is cut off" : `${quantity(faults.length, "open side")} cut off`;
    return { news: `${summary}; ${quantity(scene.knots, "knot")}.`, prompt: this.#prompt(), parts: [this.#choicePart()] };
  }

  clickBoard(target) {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    if (cell === undefined) return;
    if (this.#cell === null) this.#select(cell);
    else if (cell === this.#cell) this.#turn();
    else this.#page.act({ call: "swap", cell: splitCell(this.#cell), other: splitCell(cell) });
  }

  press(event) {
    if (event.key === "Escape") return this.#select(null);
    if (event.key === "t" && this.#cell !== null) return this.#turn();
    return pressCell(event, (part) => this.clickBoard(part));
  }

  #select(cell) {
    this.#cell = cell;
    this.#page.redraw();
    return true;
  }

  #turn() {
    this.#keep = this.#cell;
    this.#page.act({ call: "turn", cell: splitCell(this.#cell) });
    return true;
  }

  #reveal() {
    this.#page.act({ call: "reveal" });
    this.#revealed = true;
  }

  #prompt() {
    if (this.#scene.is_solved) return this.#revealed ? "This is a solution." : "Solved!";
    if (this.#cell !== null) return "Choose the tile again to turn it, or another one to exchange the two.";
    return this.#scene.hard ? "Join all strands into one knot: choose a tile." : "Leave no open side cut off: choose a tile.";
  }

  #choicePart() {
    const turn = button("Turn the tile", () => this.#turn(), { class: "play-primary", "data-key": "turn", disabled: this.#cell === null });
    const reveal = button("Show a solution", () => this.#reveal(), { "data-key": "reveal" });
    const help = "A red dot marks an open side that is cut off: it faces the edge or a closed side.";
    return make(
      "section",
      { class: "play-choice-part", "aria-label": "Choices" },
      make("div", { class: "play-choices" }, turn, reveal, make("p", {}, help)),
    );
  }

  #fault(svg, cell, side) {
    const { x, y, width, height } = box(svg, cell);
    const [right, down] = TOWARDS[side];
    return makeSvg("circle", { cx: x + width * right, cy: y + height * down, r: width * 0.07, class: "play-fault" });
  }

  #frame(svg) {
    const { x, y, width, height } = box(svg, this.#cell);
    return makeSvg("rect", { x, y, width, height, rx: 8, class: "play-frame" });
  }
}

function box(svg, cell) {
  return svg.querySelector(`[data-cell="${cell}"]`).getBBox();
}

/** A stored puzzle; what is no puzzle is refused by the worker. */
function parse(text) {
  try {
    const { filling, hard } = JSON.parse(text);
    return { filling: String(filling), hard: Boolean(hard) };
  } catch {
    return { filling: text, hard: false };
  }
}
