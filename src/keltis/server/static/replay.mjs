// A game that is over, move by move, and its review; the address of the page can name a move.

import { button, make, setPicture } from "./dom.mjs";

/** The number of moves in the address of the page, such as `?move=37`, or null. */
function linkedMove() {
  const move = new URLSearchParams(location.search).get("move");
  return /^[0-9]{1,5}$/.test(move ?? "") ? Number(move) : null;
}

function addressOf(move) {
  const address = new URL(location);
  address.searchParams.set("move", move);
  return address.href;
}

/** Remove the move from the address: a game that goes on has no link to it. */
export function forgetMove() {
  if (linkedMove() === null) return;
  const address = new URL(location);
  address.searchParams.delete("move");
  history.replaceState(null, "", address);
}

/**
 * A part that goes through the moves. `look` shows the position after a number of moves, and
 * resolves with what happened last. At first it shows the move that the address names.
 * `review` resolves with the review of the game, if it can have one.
 */
export function replayPart(moves, look, review = null) {
  const slider = make("input", { type: "range", min: 0, max: moves, value: moves, "aria-label": "Move", "data-key": "replay" });
  const text = make("p", { role: "status" }, `Move ${moves} of ${moves}`);
  const link = make("a", { href: addressOf(moves), "data-key": "replay-link" }, "Link to this move");
  const go = async (move) => {
    slider.value = move;
    const place = Number(slider.value);
    link.href = addressOf(place);
    history.replaceState(null, "", link.href);
    text.textContent = `Move ${place} of ${moves}. ${await look(place)}`;
  };
  slider.addEventListener("input", () => go(slider.value));
  const step = (label, place) => button(label, () => go(place()), { "data-key": `replay-${label}` });
  const steps = [
    step("First", () => 0),
    step("Back", () => Number(slider.value) - 1),
    step("Next", () => Number(slider.value) + 1),
    step("Last", () => moves),
  ];
  const first = linkedMove();
  if (first !== null) go(first);
  return make(
    "section",
    { class: "play-replay", "aria-label": "Look back" },
    slider,
    make("div", { class: "play-actions" }, ...steps),
    text,
    link,
    review === null ? null : reviewPart(review, go),
  );
}

/** What was play and what was luck, once the reader asks for it. */
function reviewPart(review, go) {
  const open = document.querySelector(".play-review")?.open ?? false;
  const place = make("div", { role: "status" });
  const load = async () => {
    if (!details.open || place.hasChildNodes()) return;
    place.textContent = "Looking at every move …";
    const { message = "", moments = [], picture = "" } = await review();
    place.textContent = message;
    if (picture === "") return;
    setPicture(place, picture);
    const items = moments.map(({ moves, text }) => make("li", {}, button(text, () => go(moves), { "data-key": `moment-${moves}` })));
    place.append(make("ol", {}, ...items));
  };
  const details = make(
    "details",
    { class: "play-review", open, ontoggle: load },
    make("summary", { "data-key": "review" }, "Review: play and luck"),
    place,
  );
  return details;
}
