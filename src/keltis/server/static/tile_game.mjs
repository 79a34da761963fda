// CELTIC!: a cell is chosen first, then a tile that fits there; the board displays the tile before it is laid.

import { pressCell } from "./cells.mjs";
import { button, logPart, make, makeFocusable, makeSvg, pressRow } from "./dom.mjs";
import { MatchGame } from "./game.mjs";

const PLAYERS = ["orange", "blue"];
const SHAPES = ["end", "corner", "straight", "tee", "cross"];
/** A tile of each shape, for the supplies. */
const SIDES = { end: "S", corner: "ES", straight: "NS", tee: "ESW", cross: "NESW" };

export class TileGame extends MatchGame {
  key = "celtic";
  title = "CELTIC!";
  /** The chosen cell as text, such as "0,-1", and the move that is tried there. */
  #cell = null;
  #move = null;

  /** The tile that is tried, or the cell, which the picture marks. */
  get choice() {
    return this.#move?.text ?? this.#cell;
  }

  choose(cell) {
    this.#cell = cell;
    this.#move = null;
  }

  show(scene, svg) {
    this.scene = scene;
    svg.setAttribute("role", "group");
    for (const part of svg.querySelectorAll("[data-cell]")) {
      const { cell } = part.dataset;
      const count = this.#movesAt(cell).length;
      if (count === 0) continue;
      part.classList.add("play-target");
      makeFocusable(part, `${cell}: ${count === 1 ? "1 tile fits" : `${count} tiles fit`}`, cell === this.#cell);
    }
    const parts = [this.#choicePart(), this.#suppliesPart(), logPart(scene.log)].filter((part) => part !== null);
    return { news: this.news(), prompt: this.prompt(() => this.#question()), parts };
  }

  clickBoard(target) {
    const cell = target.closest("[data-cell]")?.dataset.cell;
    if (cell === undefined || this.#movesAt(cell).length === 0) return null;
    return cell === this.#cell && this.#move !== null ? this.#lay() : this.#select(cell, null);
  }

  /** With the keys, the focus goes from the cell to its tiles, and back. */
  press(event) {
    if (event.key === "Escape") {
      const cell = this.#cell;
      this.#select(null, null).then(() => focusOn(`.play-board [data-cell="${cell}"]`));
      return true;
    }
    if (pressRow(event, [...document.querySelectorAll(".play-tile")])) return true;
    return pressCell(event, (part) => this.clickBoard(part)?.then(() => focusOn(".play-tile")));
  }

  #select(cell, move) {
    this.#cell = cell;
    this.#move = move;
    return this.page.redraw();
  }

  #lay() {
    return this.play(this.#move.text);
  }

  /** The legal moves; without a tile for any cell, to pass. */
  get #moves() {
    return this.isDue ? this.scene.state.legal_moves : [];
  }

  #movesAt(cell) {
    return this.#moves.filter(({ tile }) => tile !== undefined && `${tile.x},${tile.y}` === cell);
  }

  #question() {
    if (this.#moves[0].type === "pass") return "None of your tiles fits, so you pass.";
    if (this.#cell === null) return "Your turn: choose a free cell.";
    return this.#move === null ? "Choose a tile for this cell." : "Lay the tile, or choose another.";
  }

  #choicePart() {
    if (this.scene.winners !== null) return this.#resultPart();
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
    const passes = this.#moves.filter(({ type }) => type === "pass");
    const pass = passes.map(({ text }) => button("Pass", () => this.play(text), { "data-move": text }));
    const lay = button("Lay this tile", () => this.#lay(), { class: "play-primary", "data-key": "lay", hidden: this.#move === null });
    return make(
      "section",
      { class: "play-choice-part", "aria-label": "Tiles that fit" },
      make("div", { class: "play-tiles" }, ...tiles),
      make("div", { class: "play-choices" }, lay, ...pass),
    );
  }

  #resultPart() {
    const again = make("div", { class: "play-choices" }, this.page.againButton());
    return make("section", { class: "play-result", "aria-label": "Result" }, again);
  }

  #suppliesPart() {
    const { names, state, to_move: due, winners } = this.scene;
    const owners = [...PLAYERS, "neutral"].map((owner, place) => {
      const stock = SHAPES.map((shape) => {
        const count = state.left[owner][shape];
        const label = { role: "img", "aria-label": `${shape}: ${count}` };
        return make("span", { class: "play-stock", "data-empty": count === 0, ...label }, tileSvg(SIDES[shape], owner), `×${count}`);
      });
      const score = place < 2 ? `knots: ${state.scores[owner].join(" ") || "none"}` : "for both";
      return make(
        "li",
        { class: "play-player", "data-due": winners === null && due === place },
        make("p", { class: "play-name" }, make("b", {}, names[place] ?? "Neutral"), make("span", { class: "play-points" }, score)),
        make("div", { class: "play-stocks" }, ...stock),
      );
    });
    return make("section", { "aria-label": "Players" }, make("ul", { class: "play-players" }, ...owners));
  }
}

function focusOn(selector) {
  document.querySelector(selector)?.focus({ preventScroll: true });
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
