// The first page: it opens a table.

import { post } from "./requests.mjs";

const form = document.querySelector("form");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, players, rules } = Object.fromEntries(new FormData(form));
  const answer = await post("tables", { name, players: Number(players), rules });
  if (answer.link) location.assign(answer.link);
  else form.querySelector(".alert").textContent = answer.message;
});
