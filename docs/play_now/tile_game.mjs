// CELTIC!: a cell is chosen first, then a tile that fits there; the board displays the tile before it is laid.

import { pressArrow, splitCell } from "./cells.mjs";
import { button, logPart, make, makeFocusable, makeSvg } from "./dom.mjs";

const PLAYERS = ["orange", "blue"];
const SHAPES = ["end", "corner", "straight", "tee", "cross"];
/** A tile of each shape, for the supplies. */
const SIDES = { end: "S", corner: "ES", straight: "NS", tee: "ESW", cross: "NESW" };

export class TileGame {
  key = "celtic";
  title = "CELTIC!";
  file = "celtic-game.json";
  #page;
  #scene = null;
  /** The chosen cell as text, such as "0,-1", and the move that is tried there. */
  #cell = null;
  #move = null;

  constructor(page) {
    this.#page = page;
  }

  newRequest({ visitor, name, level }) {
    return { call: "new", game: this.key, visitor, name, level };
  }

  loadRequest(record, { visitor, name, level }) {
    return { call: "load", game: this.key, record, visitor, name, level };
  }

  savedText(scene) {
    return scene.record;
  }

  owns(text) {
    return /celtic[- ]record/.test(text.slice(0, 1000));
  }

  isBotDue({ state, visitor }) {
    return state.outcome === null && state.to_move !== PLAYERS[visitor];
  }

  pictureOptions() {
    const move = this.#move === null ? null : JSON.stringify(this.#move);
    return { move, cell: this.#cell === null || this.#move !== null ? null : splitCell(this.#cell) };
  }

  choose(cell) {
    this.#cell = cell;
    this.#move = null;
  }

  show(scene, svg) {
    this.#scene = scene;
    svg.setAttribute("role", "group");
    for (const part of svg.querySelectorAll("[data-cell]")) {
      const { cell } = part.dataset;
      const count = this.#movesAt(cell).length;
      if (count === 0) continue;
      part.classList.add("play-target");
      makeFocusable(part, `${cell}: ${count === 1 ? "1 tile fits" : `${count} tiles fit`}`, cell === this.#cell);
    }
    const parts = [this.#choicePart(), this.#suppliesPart(), logPart(scene.log)];
    return { news: this.#news(), prompt: this.#prompt(), parts };
  }

  clickBoard(target) {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    if (cell === undefined || this.#movesAt(cell).length === 0) return;
    if (cell === this.#cell && this.#move !== null) this.#lay();
    else this.#select(cell, null);
  }

  press({ key, target }) {
    if (key === "Escape") return this.#select(null, null);
    const part = target.closest("[data-cell][tabindex]");
    if (part !== null && (key === "Enter" || key === " ")) return this.clickBoard(part) ?? true;
    return pressArrow(key, part);
  }

  #select(cell, move) {
    this.#cell = cell;
    this.#move = move;
    this.#page.redraw();
    return true;
  }

  #lay() {
    this.#page.act({ call: "play", move: JSON.stringify(this.#move) });
  }

  #movesAt(cell) {
    if (this.isBotDue(this.#scene)) return [];
    const lays = this.#scene.state.legal_moves.filter((move) => move.type === "lay");
    return lays.filter(({ tile }) => `${tile.x},${tile.y}` === cell);
  }

  #news() {
    const { log, state } = this.#scene;
    const sentences = log.slice(this.isBotDue(this.#scene) ? -1 : -2).flatMap((turn) => turn.sentences);
    // The end is in the prompt.
    return (state.outcome === null ? sentences : sentences.slice(0, -1)).join(" ");
  }

  #prompt() {
    const { state, names, visitor, log } = this.#scene;
    if (state.outcome !== null) return log.at(-1)?.sentences.at(-1) ?? "The game is over.";
    if (state.to_move !== PLAYERS[visitor]) return `${names[1 - visitor]} is thinking …`;
    if (this.#cell === null) return "Your turn: choose a free cell.";
    return this.#move === null ? "Choose a tile for this cell." : "Lay the tile, or choose another.";
  }

  #choicePart() {
    const { state } = this.#scene;
    if (state.outcome !== null) return this.#resultPart();
    const moves = this.#cell === null ? [] : this.#movesAt(this.#cell);
    const tiles = moves.map((move) => {
      const { shape, sides, supply } = move.tile;
      const tried = move.text === this.#move?.text;
      const choice = button("", () => (tried ? this.#lay() : this.#select(this.#cell, move)), {
        class: "play-tile",
        "data-move": move.text,
        "data-key": move.text,
        "aria-pressed": String(tried),
        "aria-label": `${shape}, open to ${[...sides].join(" ")}, ${supply}`,
      });
      choice.append(tileSvg(sides, supply));
      return choice;
    });
    const lay = button("Lay this tile", () => this.#lay(), { class: "play-primary", "data-key": "lay", hidden: this.#move === null });
    return make(
      "section",
      { class: "play-choice-part", "aria-label": "Tiles that fit" },
      make("div", { class: "play-tiles" }, ...tiles),
      make("div", { class: "play-choices" }, lay),
    );
  }

  #resultPart() {
    const again = make("div", { class: "play-choices" }, this.#page.againButton());
    return make("section", { class: "play-result", "aria-label": "Result" }, again);
  }

  #suppliesPart() {
    const { state, names } = this.#scene;
    const owners = [...PLAYERS, "neutral"].map((owner, place) => {
      const stock = SHAPES.map((shape) => {
        const count = state.left[owner][shape];
        const label = { role: "img", "aria-label": `${shape}: ${count}` };
        return make("span", { class: "play-stock", "data-empty": count === 0, ...label }, tileSvg(SIDES[shape], owner), `×${count}`);
      });
      const score = place < 2 ? `knots: ${state.scores[owner].join(" ") || "none"}` : "for both";
      return make(
        "li",
        { class: "play-player", "data-due": state.outcome === null && state.to_move === owner },
        make("p", { class: "play-name" }, make("b", {}, names[place] ?? "Neutral"), make("span", { class: "play-points" }, score)),
        make("div", { class: "play-stocks" }, ...stock),
      );
    });
    return make("section", { "aria-label": "Players" }, make("ul", { class: "play-players" }, ...owners));
  }

}

/** A tile with a way from the middle to each open side. */
function tileSvg(sides, owner) {
  const ends = { N: "V0", E: "H48", S: "V48", W: "H0" };
  const way = [...sides].map((side) => `M24 24${ends[side]}`).join("");
  return makeSvg(
    "svg",
    { viewBox: "-1 -1 50 50", class: "play-tile-picture", "data-owner": owner, "aria-hidden": "true" },
    makeSvg("rect", { width: 48, height: 48, rx: 6 }),
    makeSvg("path", { d: way, class: "play-way-edge" }),
    makeSvg("path", { d: way, class: "play-way" }),
  );
}
