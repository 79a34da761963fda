// Filters the tables of clauses by source, ruling, agreement and text. Without a script all clauses show.
"use strict";

const tables = [...document.querySelectorAll("table.sources")];
const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
const sectionOf = (element) => element.closest("section");

function rulingsOf(row) {
  return [...row.classList].filter((name) => name.startsWith("ruling-"));
}

function addSelect(form, label, name, options) {
  const select = document.createElement("select");
  select.name = name;
  for (const [value, text] of [["", "all"], ...options]) select.add(new Option(text, value));
  const line = document.createElement("label");
  line.append(label, select);
  form.append(line);
  return select;
}

for (const code of document.querySelectorAll("table.sources code .pre")) {
  code.innerHTML = code.innerHTML.replaceAll("_", "_<wbr>"); // long names wrap between words
}

const form = document.createElement("form");
form.className = "source-filter";
const source = addSelect(form, "Source", "source", tables.map((table) => {
  const heading = sectionOf(table).querySelector("h2").firstChild.textContent;
  return [sectionOf(table).id, heading];
}));
const ruling = addSelect(form, "Ruling", "ruling", [...new Set(rows.flatMap(rulingsOf))]
  .map((name) => name.slice("ruling-".length).toUpperCase())
  .sort((one, other) => one.localeCompare(other, "en", { numeric: true }))
  .map((name) => [name, name]));
const agreement = addSelect(form, "Clauses", "clauses", [
  ["differs", "not in every preset"],
  ["no-rule", "without a rule"],
]);
const text = document.createElement("input");
text.type = "search";
text.name = "text";
const line = document.createElement("label");
line.append("Text", text);
form.append(line);
const count = document.createElement("output");
form.append(count);
sectionOf(tables[0]).before(form);

function filter() {
  let visible = 0;
  for (const row of rows) {
    row.hidden = Boolean(
      (source.value && sectionOf(row).id !== source.value)
      || (ruling.value && !row.classList.contains(`ruling-${ruling.value.toLowerCase()}`))
      || (agreement.value && !row.classList.contains(agreement.value))
      || !row.textContent.toLowerCase().includes(text.value.trim().toLowerCase()));
    visible += !row.hidden;
  }
  for (const table of tables) {
    sectionOf(table).hidden = [...table.tBodies[0].rows].every((row) => row.hidden);
  }
  count.textContent = `${visible} of ${rows.length} clauses`;
}

// A link such as sources.html?ruling=T4 opens the page with that filter.
for (const [name, value] of new URLSearchParams(location.search)) {
  if (form.elements[name]) form.elements[name].value = value;
}
form.addEventListener("submit", (event) => event.preventDefault());
function update() {
  const chosen = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `?${chosen}`);
  filter();
}
form.addEventListener("change", update);
text.addEventListener("input", update);
filter();
// What the link asked for, once the page has its height.
if (location.search !== "" && location.hash === "") addEventListener("load", () => form.scrollIntoView());
