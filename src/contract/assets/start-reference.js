// Starts the reference (Scalar) on its page. With a frame around the page (`data-framed`), Scalar's own search and dark mode switch are
// hidden, because the frame has both.
const place = document.querySelector("#reference");
const framed = "framed" in place.dataset;

// Scalar's greys and method colours, changed to the contrast that small text needs (WCAG 2.2, 1.4.3).
const customCss = `
.light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5f6774; --scalar-color-green: #047857; --scalar-color-red: #b91c1c;
  --scalar-color-yellow: #8a5a00; --scalar-color-blue: #0b57c2; --scalar-color-orange: #a8400c; --scalar-color-purple: #6d28d9; --scalar-color-accent: #0b57c2; }
.dark-mode { --scalar-color-2: #b6bfca; --scalar-color-3: #9ba6b3; --scalar-color-blue: #82b4ff; --scalar-color-red: #ff8f8f;
  --scalar-color-accent: #82b4ff; }
${framed ? ":root { --scalar-custom-header-height: var(--bar); }" : ""}`;

const address = new URL(place.dataset.document, location.href).href;

/** Fetches for Scalar. Changes the document (`madeReady`) before Scalar gets it. */
async function ask(input, init) {
  const answer = await fetch(input, init);
  if (!answer.ok || String(input.url ?? input) !== address) return answer;
  const document = await answer.json();
  readHints(document);
  return Response.json(madeReady(document));
}

/**
 * Placeholders of the fields for credentials, by the label that Scalar shows above the field. A placeholder is the first code span in
 * the description of the security scheme.
 */
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
 * Moves the examples of optional parameters into their schemas. Scalar sends the example of a parameter, but only shows the examples of
 * a schema. A first request must not send the example of a cursor or a filter.
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
    // Scalar warns about an empty number or date even when the parameter is disabled, so these keep a value.
    const shown = ["integer", "number"].includes(schema.type) || schema.format !== undefined ? { value: example } : {};
    parameter.examples = Object.fromEntries([...names].map((name) => [name, { ...shown, "x-disabled": true }]));
    if (example !== undefined) parameter.schema = { ...schema, examples: [example] };
    delete parameter.example;
  }
  return document;
}

/** Calls `call` with every object in a JSON value. */
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

// Attributes for accessibility that Scalar leaves out: names and states for screen readers, focus for keyboards.
const additions = [
  ['[role="combobox"][contenteditable]', "aria-label", (field) => field.dataset.placeholder || "Value"],
  ['[role="combobox"][contenteditable]', "aria-expanded", () => "false"],
  ["button.scalar-code-copy", "aria-label", () => "Copy"],
  ["ul.endpoints", "tabindex", () => "0"],
  // The link to further documentation, which is only an icon on narrow pages.
  ['a[rel~="noopener"][target="_blank"]', "aria-label", (link) => link.textContent.trim() || "Guide to this API"],
];

// In the dialogue that sends a request, the section with the credentials is opened.
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
