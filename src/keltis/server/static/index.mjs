// The first page: it opens a table.

import { post } from "./requests.mjs";

const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, players, rules } = Object.fromEntries(new FormData(form));
  const { game = "keltis" } = form.rules.selectedOptions[0].dataset;
  const answer = await post("tables", { game, name, players: Number(players), rules });
  if (answer.link) location.assign(answer.link);
  else form.querySelector(".alert").textContent = answer.message;
});
