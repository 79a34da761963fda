// The first page: it opens a table.

import { button, make } from "./dom.mjs";
import { post } from "./requests.mjs";
import { forgetSeat, readSeats } from "./seats.mjs";

const form = document.querySelector("form");
const players = form.querySelector("[name=players]");

/** CELTIC! is for two. */
function showPlayers() {
  players.disabled = form.rules.selectedOptions[0].dataset.game === "celtic";
}

form.rules.addEventListener("change", showPlayers);
showPlayers();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, patience, rules } = Object.fromEntries(new FormData(form));
  const { game = "keltis" } = form.rules.selectedOptions[0].dataset;
  const table = { game, name, players: players.disabled ? 2 : Number(players.value), rules, patience: Number(patience) || null };
  const answer = await post("tables", table);
  if (answer.link) location.assign(answer.link);
  else form.querySelector(".alert").textContent = answer.message;
});

/** The tables at which this browser has a seat, the newest first. */
function showSeats() {
  const section = document.getElementById("seats");
  const tables = Object.entries(readSeats()).reverse();
  section.hidden = tables.length === 0;
  const items = tables.map(([table, { link, title, names }]) => {
    const text = names.length > 0 ? `${title} with ${names.join(", ")}` : `${title}, waiting for others`;
    const forget = () => {
      forgetSeat(table);
      showSeats();
    };
    return make("li", {}, make("a", { href: link }, text), button("Forget", forget, { "aria-label": `Forget ${text}` }));
  });
  section.querySelector("ul").replaceChildren(...items);
}

showSeats();
