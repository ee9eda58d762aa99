/** The engine's extensions to OpenAPI. A misspelt one would silently do nothing, so unknown ones are refused. */
const known = new Set([
  "x-accord-batch",
  "x-accord-body",
  "x-accord-body-limit",
  "x-accord-cors",
  "x-accord-decoded-limit",
  "x-accord-encodings",
  "x-accord-errors",
  "x-accord-example-base64",
  "x-accord-extension",
  "x-accord-published",
  "x-accord-query",
  "x-accord-text",
  "x-accord-validation-status",
]);

/** Throws an error naming every extension that the engine does not know. Examples may hold whatever they like. */
export function refuseUnknownExtensions(document: unknown): void {
  const unknown: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${at}/${index}`);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (key.startsWith("x-accord-") && !known.has(key)) unknown.push(`${at}/${key}`);
      if (key !== "example" && key !== "examples" && key !== "default") visit(item, `${at}/${key}`);
    }
  };
  visit(document, "#");
  if (unknown.length > 0) throw new Error(`unknown extensions:\n${unknown.map((at) => `  - ${at}`).join("\n")}`);
}
