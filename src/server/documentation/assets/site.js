// The search of the bar, the switch between light and dark, and buttons that copy code. Every page loads it.
const { root, index } = document.currentScript.dataset;
const rootUrl = new URL(root, location.href);

/* Light and dark */

const theme = document.querySelector(".theme");

function showTheme(dark) {
  for (const [element, prefix] of [
    [document.documentElement, ""],
    [document.body, "-mode"],
  ]) {
    element.classList.toggle(`dark${prefix}`, dark);
    element.classList.toggle(`light${prefix}`, !dark);
  }
  theme.setAttribute("aria-pressed", String(dark));
}

showTheme(document.documentElement.classList.contains("dark"));
theme.addEventListener("click", () => {
  const dark = !document.documentElement.classList.contains("dark");
  localStorage.setItem("colorMode", dark ? "dark" : "light");
  showTheme(dark);
});

/* The first link: the reference reads the address's fragment itself, so it is left alone. */

const skip = document.querySelector(".skip");
skip.addEventListener("click", (event) => {
  event.preventDefault();
  document.querySelector(skip.hash).focus();
});

/* The list of pages is open beside a page, and folded above it on a phone. */

const pages = document.querySelector(".pages > details");
if (pages !== null) {
  const wide = matchMedia("(min-width: 64rem)");
  const fold = () => {
    pages.open = wide.matches;
  };
  fold();
  wide.addEventListener("change", fold);
}

/* Search */

const field = document.querySelector("#search");
const list = document.querySelector("#found");
const status = document.querySelector("#searched");
const mostShown = 12;
let entries = null;

async function load() {
  const answer = await fetch(new URL(index, location.href));
  if (!answer.ok) throw new Error(`the search index is answered with ${answer.status}`);
  return (await answer.json()).map((entry) => ({
    ...entry,
    lower: [entry.title, entry.where, entry.text].map((text) => text.toLowerCase()),
  }));
}

/** A word in the title counts most, then one in the place, then one in the text; 0 when any word is nowhere. */
function score({ lower: [title, where, text] }, words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = title.indexOf(word);
    if (inTitle === 0 || title[inTitle - 1] === " ") sum += 12;
    else if (inTitle > 0) sum += 6;
    else if (where.includes(word)) sum += 4;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return title === words.join(" ") ? sum + 20 : sum;
}

function find(question) {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => [score(entry, words), entry])
    .filter(([points]) => points > 0)
    .sort(([one], [other]) => other - one)
    .slice(0, mostShown)
    .map(([, entry]) => entry);
}

function option({ title, where, address }, place) {
  const link = document.createElement("a");
  link.id = `found-${place}`;
  link.href = new URL(address, rootUrl).href;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  link.append(title);
  if (where !== "") {
    const small = document.createElement("small");
    small.append(where);
    link.append(" ", small);
  }
  return link;
}

function close() {
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function show(found) {
  list.replaceChildren(...found.map(option));
  list.hidden = found.length === 0;
  field.setAttribute("aria-expanded", String(found.length > 0));
  field.removeAttribute("aria-activedescendant");
  list.scrollTop = 0;
}

async function search() {
  entries ??= await load();
  const found = find(field.value);
  show(found);
  const nothing = field.value.trim() === "" ? "" : "Nothing found.";
  status.textContent = found.length === 0 ? nothing : `${found.length} found.`;
}

/** Moves the choice by one, round the ends. */
function move(step) {
  const options = [...list.children];
  if (options.length === 0) return;
  const at = options.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = at === -1 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length;
  for (const [place, each] of options.entries()) each.setAttribute("aria-selected", String(place === next));
  options[next].scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", options[next].id);
}

field.addEventListener("input", search);
field.addEventListener("focus", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    move(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    (list.querySelector('[aria-selected="true"]') ?? list.firstElementChild)?.click();
  } else if (event.key === "Escape") {
    close();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) close();
  const chosen = event.target.closest("#found a");
  if (chosen !== null) {
    close();
    field.blur();
  }
  for (const menu of document.querySelectorAll(".menu[open]"))
    if (!menu.contains(event.target) || event.target.closest("a")) menu.open = false;
});
document.addEventListener("focusin", (event) => {
  if (!event.target.closest(".search")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const menu of document.querySelectorAll(".menu[open]")) menu.open = false;
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  field.focus();
  field.select();
});

/* Code is copied without what stands around it. Browsers allow it on https and on the reader's own machine. */

if (navigator.clipboard !== undefined)
  for (const block of document.querySelectorAll(".page pre:not([data-language=text])")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.append("Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code").textContent);
      button.textContent = "Copied";
    });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }
