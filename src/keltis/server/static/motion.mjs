// Figures that move and tiles that appear on a new picture, unless the reader wants none of it.

import { load, store } from "./storage.mjs";

const DURATION = 450;

/** The wish of the system for no motion, which the reader cannot switch off here. */
export const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether moves are animated: the reader has not switched it off, here or in the system. */
export function isAnimated() {
  return !reduced.matches && load("still") === null;
}

/** Switch animations on or off. */
export function toggleAnimation() {
  store("still", isAnimated() ? "1" : null);
}

/** The middles of the figures and tiles of a picture by what they are. */
export function places(board) {
  const middles = new Map();
  for (const piece of board.querySelectorAll(".keltis-figure, .keltis-waiting, .keltis-tile[data-cell]")) {
    const { x, y, width, height } = piece.getBBox();
    middles.set(nameOf(piece), { x: x + width / 2, y: y + height / 2, piece });
  }
  return middles;
}

/** Let the pieces of a new picture come from where they were in the one before. */
export function animate(board, before) {
  if (before.size === 0 || !isAnimated()) return;
  for (const [name, { x, y, piece }] of places(board)) {
    const { seat, cell } = piece.dataset;
    if (cell !== undefined) {
      if (!before.has(name)) piece.animate({ opacity: [0, 1] }, DURATION);
      continue;
    }
    const from = before.get(name) ?? before.get(`waiting ${seat}`);
    if (from === undefined || piece.classList.contains("keltis-waiting")) continue;
    const [right, down] = [from.x - x, from.y - y];
    if (Math.abs(right) + Math.abs(down) < 1) continue;
    const easing = "ease-in-out";
    piece.animate({ transform: [`translate(${right}px, ${down}px)`, "none"] }, { duration: DURATION, easing });
  }
}

function nameOf({ classList, dataset: { seat, path, cell } }) {
  if (cell !== undefined) return `tile ${cell}`;
  return classList.contains("keltis-waiting") ? `waiting ${seat}` : `figure ${seat} ${path}`;
}
