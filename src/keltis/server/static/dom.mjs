// Small helpers for elements of HTML and SVG.

import { animate, isAnimated, places, toggleAnimation } from "./motion.mjs";

const SVG = "http://www.w3.org/2000/svg";

/** An element; properties that begin with "on" are listeners, the others attributes. */
export function make(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** An element of SVG. */
export function makeSvg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A button. */
export function button(text, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, text);
}

/** A button that switches animated moves on and off. */
export function animationButton() {
  const label = () => `Animation: ${isAnimated() ? "on" : "off"}`;
  const switched = button(label(), () => {
    toggleAnimation();
    switched.textContent = label();
  }, { "data-key": "animation" });
  return switched;
}

/** A part of a picture as a picture of its own. */
export function cutOut(part, className) {
  const { x, y, width, height } = part.getBBox();
  const copy = part.cloneNode(true);
  copy.querySelector("title")?.remove();
  const box = `${x - 1} ${y - 1} ${width + 2} ${height + 2}`;
  return makeSvg("svg", { viewBox: box, class: className, "aria-hidden": "true", "font-family": "sans-serif" }, copy);
}

/** Put a picture of the library on the page. The picture is our own text, so it can be trusted. */
export function setPicture(place, picture) {
  const before = places(place);
  place.innerHTML = picture;
  animate(place, before);
  return place.querySelector("svg");
}

/** Make parts of a picture focusable buttons; an active part keeps the focus when it is replaced. */
export function makeFocusable(part, label, pressed) {
  part.setAttribute("tabindex", "0");
  part.setAttribute("role", "button");
  part.setAttribute("aria-label", label);
  part.setAttribute("aria-pressed", String(pressed));
}

/** The log by turns, the newest first; open if the visitor left it open, or if there is room. */
export function logPart(log) {
  const items = log.map(({ number, sentences }) => make("li", { value: number }, sentences.join(" "))).reverse();
  const before = document.querySelector(".play-log");
  const open = before === null ? matchMedia("(min-width: 46em)").matches : before.open;
  return make("details", { class: "play-log", open }, make("summary", {}, "What happened"), make("ol", { reversed: true }, ...items));
}

/** A number with a real minus sign. */
export function signed(points) {
  return String(points).replace("-", "\u2212");
}

/** A count with its noun. */
export function quantity(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
