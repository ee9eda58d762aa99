import type { Schemas } from "../insurers/protocol.ts";

type Answers = Schemas["Answers"];

/**
 * Splits a seller's answers into the parts that insurers want: `inputs` are the answers to fields of the form, `configuration` is
 * all the rest, among it the choices of the product's config.
 */
export function splitAnswers(
  answers: Readonly<Answers>,
  fieldIds: ReadonlySet<string>,
): { readonly inputs: Answers; readonly configuration: Answers } {
  const part = (ofForm: boolean) =>
    Object.fromEntries(Object.entries(answers).filter(([name]) => fieldIds.has(name) === ofForm));
  return { inputs: part(true), configuration: part(false) };
}
