// The board of a game with what is above, beside and below it, on both pages.

import { Focus, make, setPicture, Status } from "./dom.mjs";
import { forgetMove, replayPart } from "./replay.mjs";

export class Screen {
  status = new Status();
  element;
  #focus;
  #page;
  #board;
  #main;
  #side = make("div", { class: "play-side" });

  /** The page has `game`, `look`, which resolves with the table after a number of moves, and `review`. */
  constructor(root, page) {
    this.#focus = new Focus(root);
    this.#page = page;
    this.#board = make("div", { class: "play-board", onclick: (event) => page.game.clickBoard(event.target) });
    this.#main = make("div", { class: "play-main" }, this.#board);
    this.element = make("div", { class: "play-table" }, this.#main, this.#side);
  }

  /** Show a table; `update` gets what has happened and what is to be done, and updates the rest of the page. */
  show({ moves, picture, scene }, update) {
    const { game } = this.#page;
    this.#focus.keep(() => {
      const { news, prompt, parts } = game.show(scene, setPicture(this.#board, picture));
      const review = game.hasReview ? () => this.#page.review() : null;
      const replay = moves === null ? [] : [replayPart(moves, (move) => this.#look(move), review)];
      this.#main.replaceChildren(this.#board, ...replay);
      if (moves === null) forgetMove();
      this.#side.replaceChildren(...parts);
      update(news, prompt, this.#side);
    });
  }

  /** Show the position after a number of moves; resolves with what happened last. */
  async #look(move) {
    const table = await this.#page.look(move);
    if (!table?.scene) return "";
    setPicture(this.#board, table.picture);
    return table.scene.log.at(-1)?.sentences.join(" ") ?? "";
  }
}

/** Let a page hear of keys, unless somebody types; it says whether it has used one. */
export function followKeys(press) {
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && press(event)) event.preventDefault();
  });
}
