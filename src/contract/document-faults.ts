/** Finds parts of a document that the engine would silently ignore. `accord check` and the start of the server refuse them. */
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type DocumentObject, objectsOf } from "./document-objects.ts";
import { type DocumentFault, extensionFaults } from "./extensions.ts";

/** Returns extensions that are unknown, misplaced or have invalid values, and formats that are not validated. */
export function documentFaults(document: object): DocumentFault[] {
  return [...objectsOf(document)].flatMap((object) => [...extensionFaults(object), ...formatFaults(object)]);
}

/** Throws an error that names every fault and its place. */
export function refuseFaults(document: object): void {
  const faults = documentFaults(document);
  if (faults.length > 0)
    throw new Error(
      `the document cannot be served:\n${faults.map(({ pointer, message }) => `  - ${pointer}: ${message}`).join("\n")}`,
    );
}

function* formatFaults({ kind, node: { format }, pointer }: DocumentObject): Generator<DocumentFault> {
  if (kind !== "schema" || format === undefined || (typeof format === "string" && Object.hasOwn(fullFormats, format)))
    return;
  yield { pointer: `${pointer}/format`, message: `the format ${JSON.stringify(format)} is unknown` };
}
