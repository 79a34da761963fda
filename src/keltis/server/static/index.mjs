// The first page: it opens a table.

import { post } from "./requests.mjs";

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
  const { name, rules } = Object.fromEntries(new FormData(form));
  const { game = "keltis" } = form.rules.selectedOptions[0].dataset;
  const answer = await post("tables", { game, name, players: players.disabled ? 2 : Number(players.value), rules });
  if (answer.link) location.assign(answer.link);
  else form.querySelector(".alert").textContent = answer.message;
});
