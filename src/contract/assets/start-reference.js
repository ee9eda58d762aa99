// Starts the reference (Scalar) on its page. A server that puts a bar of its own around the page also has the search there,
// and the switch between light and dark.
const place = document.querySelector("#reference");
const framed = "framed" in place.dataset;

// Scalar's greys and method colours with the contrast that small text needs (WCAG 2.2, 1.4.3).
const customCss = `
.light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5f6774; --scalar-color-green: #047857; --scalar-color-red: #b91c1c;
  --scalar-color-yellow: #8a5a00; --scalar-color-blue: #0b57c2; --scalar-color-orange: #a8400c; --scalar-color-purple: #6d28d9; --scalar-color-accent: #0b57c2; }
.dark-mode { --scalar-color-2: #b6bfca; --scalar-color-3: #9ba6b3; --scalar-color-blue: #82b4ff; --scalar-color-red: #ff8f8f;
  --scalar-color-accent: #82b4ff; }
${framed ? ":root { --scalar-custom-header-height: var(--bar); }" : ""}`;

const address = new URL(place.dataset.document, location.href).href;

/** What is asked of the server; the document comes made ready for trying. */
async function ask(input, init) {
  const answer = await fetch(input, init);
  if (!answer.ok || String(input.url ?? input) !== address) return answer;
  const document = await answer.json();
  readHints(document);
  return Response.json(madeReady(document));
}

/** What goes into the field of a credential, by the words that Scalar has above it: what the scheme's description has in backquotes first. */
const hints = new Map();

function readHints({ components: { securitySchemes = {} } = {} }) {
  for (const [name, { description = "", in: place, scheme }] of Object.entries(securitySchemes)) {
    const [, hint = ""] = /`([^`]+)`/.exec(description) ?? [];
    hints.set(description, hint).set(`${name}: ${place ?? scheme}`, hint);
  }
}

function showHints() {
  let hint = "";
  for (const part of document.querySelectorAll("[aria-label], input.scalar-password-input"))
    if (part.matches("input")) part.placeholder = hint;
    else hint = hints.get(part.getAttribute("aria-label")) ?? hint;
}

/**
 * Scalar sends the example of every parameter that has one. The example of a cursor or a filter is for reading: a request begins without
 * it, and the first one finds what there is. Its place is the schema, whose examples Scalar shows and does not send.
 */
function madeReady(document) {
  const names = new Set(["default"]);
  const parameters = [];
  visit(document, (node) => {
    for (const name of Object.keys(node.examples ?? {})) names.add(name);
    if (
      typeof node.name === "string" &&
      ["query", "header", "cookie"].includes(node.in) &&
      node.required !== true &&
      node.schema
    )
      parameters.push(node);
  });
  for (const parameter of parameters) {
    const { example, schema } = parameter;
    // Scalar warns of an empty number or date, also where it is not sent.
    const shown = ["integer", "number"].includes(schema.type) || schema.format !== undefined ? { value: example } : {};
    parameter.examples = Object.fromEntries([...names].map((name) => [name, { ...shown, "x-disabled": true }]));
    if (example !== undefined) parameter.schema = { ...schema, examples: [example] };
    delete parameter.example;
  }
  return document;
}

/** Calls with every object in a JSON value. */
function visit(value, call) {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) call(value);
  for (const inner of Object.values(value)) visit(inner, call);
}

Scalar.createApiReference("#reference", {
  url: address,
  customFetch: ask,
  documentDownloadType: "direct",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideSearch: framed,
  hideDarkModeToggle: framed,
  persistAuth: false,
  customCss,
});

// What Scalar's parts leave out for those who do not see them or do not use a pointer: names, a state, a way in by keyboard.
const additions = [
  ['[role="combobox"][contenteditable]', "aria-label", (field) => field.dataset.placeholder || "Value"],
  ['[role="combobox"][contenteditable]', "aria-expanded", () => "false"],
  ["button.scalar-code-copy", "aria-label", () => "Copy"],
  ["ul.endpoints", "tabindex", () => "0"],
  // The link to further documentation, of which a narrow page shows the icon alone.
  ['a[rel~="noopener"][target="_blank"]', "aria-label", (link) => link.textContent.trim() || "Guide to this API"],
];

// A request that is tried begins with its credentials: their part of the dialogue is open.
const foldedCredentials = '[role="dialog"] button[aria-expanded="false"]:has([data-testid="auth-indicator"])';
const unfolded = new WeakSet();

let due = false;
function complete() {
  due = false;
  showHints();
  for (const button of document.querySelectorAll(foldedCredentials)) {
    if (!unfolded.has(button)) button.click();
    unfolded.add(button);
  }
  for (const [selector, attribute, value] of additions)
    for (const part of document.querySelectorAll(`${selector}:not([${attribute}])`))
      part.setAttribute(attribute, value(part));
}
new MutationObserver(() => {
  if (!due) requestAnimationFrame(complete);
  due = true;
}).observe(document.body, { childList: true, subtree: true });
