/** llms.txt (https://llmstxt.org): the contents of the server for language models, in Markdown with addresses relative to the server's root. */
import type { Mounted } from "../mounted.ts";
import { referenceAddress } from "./addresses.ts";
import type { Tree } from "./contents.ts";

/** Writes llms.txt. */
export function llmsText(apis: readonly Mounted[], trees: readonly Tree[]): string {
  const references = apis.map(({ title, mount, api }) => {
    const { summary = "" } = api.document.info;
    const reference = referenceAddress({ title, mount, api });
    const document = `${mount}/openapi.json`.slice(1);
    return `- [${title}: OpenAPI document](${document}): ${summary}\n- [${title}: reference](${reference})`;
  });
  const lists = trees.map(({ title, about, sections }) => {
    const entries = sections.flatMap((section) => section.entries);
    const links = entries.map(({ title: name, address, about: purpose }) =>
      purpose === "" ? `- [${name}](${address})` : `- [${name}](${address}): ${purpose}`,
    );
    return `## ${title}\n\n${about}\n\n${links.join("\n")}`;
  });
  return `# Accord

> HTTP APIs, each exactly as its OpenAPI 3.1 document says: what a request may hold, what comes back, and what can go wrong.

## APIs

${references.join("\n")}

${lists.join("\n\n")}
`;
}
