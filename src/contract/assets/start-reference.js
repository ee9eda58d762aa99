// Starts the reference (Scalar) on its page. A server that puts a bar of its own around the page also has the search there,
// and the switch between light and dark.
const place = document.querySelector("#reference");
const framed = "framed" in place.dataset;

// Scalar's greys and method colours with the contrast that small text needs (WCAG 2.2, 1.4.3).
const customCss = `
.light-mode { --scalar-color-2: #4b5563; --scalar-color-3: #5f6774; --scalar-color-green: #047857; --scalar-color-red: #b91c1c;
  --scalar-color-yellow: #8a5a00; --scalar-color-blue: #0b57c2; --scalar-color-orange: #a8400c; --scalar-color-purple: #6d28d9; --scalar-color-accent: #0b57c2; }
.dark-mode { --scalar-color-2: #b6bfca; --scalar-color-3: #9ba6b3; --scalar-color-blue: #82b4ff;
  --scalar-color-accent: #82b4ff; }
${framed ? ":root { --scalar-custom-header-height: var(--bar); }" : ""}`;

Scalar.createApiReference("#reference", {
  url: new URL(place.dataset.document, location.href).href,
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

let due = false;
function complete() {
  due = false;
  for (const [selector, attribute, value] of additions)
    for (const part of document.querySelectorAll(`${selector}:not([${attribute}])`))
      part.setAttribute(attribute, value(part));
}
new MutationObserver(() => {
  if (!due) requestAnimationFrame(complete);
  due = true;
}).observe(document.body, { childList: true, subtree: true });
