// Small helpers for elements of HTML and SVG.

import { animate, isAnimated, places, reduced, toggleAnimation } from "./motion.mjs";

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
  }, { "data-key": "animation", disabled: reduced.matches, title: reduced.matches ? "Your system asks for no motion" : null });
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

/** Go from a button to the one beside it, with an arrow key; says if that was done. */
export function pressRow({ key, target }, buttons) {
  const place = buttons.indexOf(target.closest("button"));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (place < 0 || step === undefined) return false;
  buttons[(place + step + buttons.length) % buttons.length].focus();
  return true;
}

/** The log by turns, the newest first; open if the visitor left it open, or if there is room. */
export function logPart(log) {
  const items = log.map(({ number, sentences }) => make("li", { value: number }, sentences.join(" "))).reverse();
  const before = document.querySelector(".play-log");
  const open = before === null ? matchMedia("(min-width: 46em)").matches : before.open;
  return make("details", { class: "play-log", open }, make("summary", {}, "What happened"), make("ol", { reversed: true, tabindex: 0 }, ...items));
}

/** A number with a real minus sign. */
export function signed(points) {
  return String(points).replace("-", "\u2212");
}

/** A count with its noun. */
export function quantity(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The place above the board that says what has happened and what is to be done; it is read aloud. */
export class Status {
  #news = make("p", { class: "play-news" });
  #prompt = make("p", { class: "play-prompt" });
  element = make("div", { class: "play-status", role: "status", "aria-live": "polite" }, this.#news, this.#prompt);

  write(news, prompt) {
    if (this.#news.textContent !== news) this.#news.textContent = news;
    this.ask(prompt);
  }

  ask(prompt) {
    if (this.#prompt.textContent !== prompt) this.#prompt.textContent = prompt;
  }
}

const CHOICES = ".play-choices button:enabled:not([hidden]), .play-hand button:enabled, .play-board [tabindex]";

/** The focus on a page whose parts are replaced. */
export class Focus {
  #root;
  /** Whether the element with the focus is gone, and the next choice should get it. */
  #lost = false;

  constructor(root) {
    this.#root = root;
  }

  /** Replace parts; the successor of the element with the focus gets it, or else the next choice. */
  keep(replace) {
    const active = document.activeElement;
    const name = this.#root.contains(active) ? ["data-key", "data-cell"].find((each) => active.hasAttribute(each)) : undefined;
    replace();
    if (name === undefined && !(this.#lost && active === document.body)) return;
    const same = name && `:is(a, button, input, summary, [tabindex])[${name}="${CSS.escape(active.getAttribute(name))}"]:not(:disabled, [hidden])`;
    const next = (same && this.#root.querySelector(same)) || this.#root.querySelector(CHOICES);
    this.#lost = next === null;
    next?.focus({ preventScroll: true });
  }
}
