// The seats that this browser has taken, by the addresses of the tables.

import { load, store } from "./storage.mjs";

const MOST = 50;

/** The seats, each with its link, the title of the game and the names of the others; the newest last. */
export function readSeats() {
  try {
    return JSON.parse(load("seats")) ?? {};
  } catch {
    return {};
  }
}

/** Store the seat at a table. */
export function storeSeat(table, seat) {
  const { [table]: _, ...others } = readSeats();
  write(Object.fromEntries([...Object.entries(others), [table, seat]].slice(-MOST)));
}

/** Forget the seat at a table. */
export function forgetSeat(table) {
  const { [table]: _, ...others } = readSeats();
  write(others);
}

/** The link of the last seat that this browser had at a table, or null. */
export function seatAt(table) {
  return readSeats()[table]?.link ?? null;
}

function write(seats) {
  store("seats", JSON.stringify(seats));
}
