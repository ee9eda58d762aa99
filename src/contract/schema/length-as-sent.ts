/** `minLength` and `maxLength` for documents whose texts are trimmed: both count the characters before trimming. */
import { _, type Ajv2020, type KeywordCxt, str } from "ajv/dist/2020.js";
import { longerThan, shorterThan } from "#src/contract/trimmed-text.ts";

const source = _`require("#src/contract/trimmed-text.ts")`;

const keywords = [
  { keyword: "maxLength", measure: { ref: longerThan, code: _`${source}.longerThan` }, words: "more" },
  { keyword: "minLength", measure: { ref: shorterThan, code: _`${source}.shorterThan` }, words: "fewer" },
] as const;

/** Replaces Ajv's own `minLength` and `maxLength`. */
export function measureLengthAsSent(ajv: Ajv2020): void {
  for (const { keyword, measure, words } of keywords) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      type: "string",
      schemaType: "number",
      error: {
        message: ({ schemaCode }) => str`must NOT have ${words} than ${schemaCode} characters`,
        params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
      },
      code(context: KeywordCxt) {
        const { gen, data, schemaCode, it } = context;
        const fails = gen.scopeValue("func", measure);
        context.fail(_`${fails}(${schemaCode}, ${data}, ${it.parentData}, ${it.parentDataProperty})`);
      },
    });
  }
}
