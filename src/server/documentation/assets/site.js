// The script of every page: search, the switch between light and dark, tabs, and buttons that copy code.
const { src: script, dataset } = document.currentScript;
const rootUrl = new URL(dataset.root, location.href);

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

/* The skip link: the reference reads the address's fragment itself, so the fragment is not changed. */

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
let finding = null;

/** Loads the search and its index, with the first query. */
async function load() {
  const at = (name) => new URL(name, script).href;
  const [{ default: MiniSearch }, { finder }, answer] = await Promise.all([
    import(at("minisearch.js")),
    import(at("search.js")),
    fetch(at("search.json")),
  ]);
  if (!answer.ok) throw new Error(`the search index is answered with ${answer.status}`);
  return finder(MiniSearch, await answer.json());
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
  finding ??= load();
  const find = await finding;
  const found = find(field.value).slice(0, mostShown);
  show(found);
  const nothing = field.value.trim() === "" ? "" : "Nothing found.";
  status.textContent = found.length === 0 ? nothing : `${found.length} found.`;
}

/** Moves the selection by one; it wraps around at the ends. */
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

/* Tabs with the same example in several languages: the chosen language is remembered for all pages. */

const groups = [];

function chooseLanguage(chosen) {
  for (const { buttons, panels } of groups) {
    if (!panels.some(({ dataset: { language } }) => language === chosen)) continue;
    for (const [place, panel] of panels.entries()) {
      const shown = panel.dataset.language === chosen;
      panel.hidden = !shown;
      buttons[place].setAttribute("aria-selected", String(shown));
      buttons[place].tabIndex = shown ? 0 : -1;
    }
  }
}

for (const [number, group] of document.querySelectorAll(".tabs").entries()) {
  const titles = [...group.querySelectorAll(".language")];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const panels = titles.map((title, place) => {
    const panel = document.createElement("div");
    const block = title.nextElementSibling;
    panel.id = `tab-${number}-${place}`;
    panel.dataset.language = title.textContent;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-label", title.textContent);
    block.replaceWith(panel);
    panel.append(block);
    return panel;
  });
  const buttons = titles.map((title, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", panels[place].id);
    button.append(title.textContent);
    button.addEventListener("click", () => {
      localStorage.setItem("language", title.textContent);
      chooseLanguage(title.textContent);
    });
    title.remove();
    return button;
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  list.append(...buttons);
  group.prepend(list);
  groups.push({ buttons, panels });
  chooseLanguage(titles[0].textContent);
}
chooseLanguage(localStorage.getItem("language"));

/* Buttons that copy a block of code. */

async function copy(block) {
  const text = block.querySelector("code").textContent;
  // Browsers offer the clipboard API only on https and localhost. Elsewhere the text is selected and copied.
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  getSelection().selectAllChildren(block);
  document.execCommand("copy");
}

for (const block of document.querySelectorAll(".page pre:not([data-language=text])")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.append("Copy");
  button.addEventListener("click", async () => {
    await copy(block);
    button.textContent = "Copied";
  });
  const frame = document.createElement("div");
  frame.className = "code";
  block.replaceWith(frame);
  frame.append(block, button);
}

// Shows the link to the console on the root page to people who are signed in.
for (const line of document.querySelectorAll(".signed-in"))
  line.hidden = localStorage.getItem("accordSignedIn") === null;
