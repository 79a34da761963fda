// Cells of a board of tiles: their coordinates, and the keys that go from one to another.

const STEPS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** The coordinates of a cell. */
export function splitCell(cell) {
  return cell.split(",").map(Number);
}

/** Choose the cell with the focus, or go to the nearest one in the direction of an arrow key; says if that was done. */
export function pressCell({ key, target }, choose) {
  const part = target.closest("[data-cell][tabindex]");
  if (part === null) return false;
  if (key === "Enter" || key === " ") {
    choose(part);
    return true;
  }
  if (!(key in STEPS)) return false;
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
