// Cells of a board of tiles: their coordinates, and how the arrow keys go from one to another.

const STEPS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** The coordinates of a cell. */
export function splitCell(cell) {
  return cell.split(",").map(Number);
}

/** Move the focus to the nearest cell in the direction of an arrow key; says if there is one. */
export function pressArrow(key, part) {
  if (part === null || !(key in STEPS)) return false;
  const [right, down] = STEPS[key];
  const [x, y] = splitCell(part.dataset.cell);
  const ahead = [...part.ownerSVGElement.querySelectorAll("[data-cell][tabindex]")]
    .map((other) => {
      const [otherX, otherY] = splitCell(other.dataset.cell);
      const along = (otherX - x) * right + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      return { other, along, distance: along + 2 * aside };
    })
    .filter(({ along }) => along > 0)
    .sort((one, two) => one.distance - two.distance);
  ahead[0]?.other.focus();
  return true;
}
