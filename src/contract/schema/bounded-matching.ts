/**
 * Replaces keywords of Ajv whose time may grow with the square of what is sent. `pattern` and `format` match no texts that are too long: a
 * text longer than its `maxLength` is refused for its length alone. `uniqueItems` compares no more items than `maxItems` allows. Formats
 * that Ajv takes in more forms than their RFC are matched in full, and `multipleOf` takes decimals.
 */
import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from "ajv/dist/2020.js";
import { usePattern } from "ajv/dist/vocabularies/code.js";
import formatKeyword from "ajv/dist/vocabularies/format/format.js";
import multipleOfKeyword from "ajv/dist/vocabularies/validation/multipleOf.js";
import patternKeyword from "ajv/dist/vocabularies/validation/pattern.js";
import uniqueItemsKeyword from "ajv/dist/vocabularies/validation/uniqueItems.js";

/** Longest text with a `format` when the schema has no `maxLength` (UTF-16 units). */
const longestFormatted = 8_192;
/** Most UTF-16 units of a character. */
const unitsPerCharacter = 2;
/** Formats of content, whose length is not limited here. */
const ofContent: readonly unknown[] = ["binary", "byte", "password"];

/**
 * Patterns of formats for which Ajv also accepts other forms: `urn:uuid:` before a UUID (RFC 9562, 4), and times with a space before them or
 * with an offset of hours alone (RFC 3339, 5.6). A text has to match the pattern too.
 */
const forms: Readonly<Record<string, string>> = {
  uuid: "^[0-9A-Fa-f]{8}-",
  time: "^[0-9:.]+(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$",
  "date-time": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9:.]+(?:[Zz]|[+-][0-9]{2}:[0-9]{2})$",
};

/** Replaces Ajv's own `pattern`, `format`, `uniqueItems` and `multipleOf`. */
export function boundMatching(ajv: Ajv2020): void {
  replace(ajv, patternKeyword, boundText);
  replace(ajv, formatKeyword, boundText);
  replace(ajv, multipleOfKeyword, (context) => {
    const { data, schema } = context;
    // The same as `isMultiple` (multiple.ts).
    context.fail(
      Number.isInteger(schema)
        ? _`${data} % ${schema} !== 0`
        : _`Number((Math.round(${data} / ${schema}) * ${schema}).toPrecision(15)) !== ${data}`,
    );
  });
  replace(ajv, uniqueItemsKeyword, (context, check) => {
    const { gen, data, parentSchema } = context;
    // Only schemas of schemas have no `maxItems` here (lower.ts).
    if (parentSchema.maxItems === undefined) check();
    else gen.if(_`!(${data}.length > ${parentSchema.maxItems})`, check);
  });
}

/** Runs `check`, the code of `pattern` or `format`, for texts that are not too long. */
function boundText(context: KeywordCxt, check: () => void, ruleType?: string): void {
  const { gen, data, schema, parentSchema } = context;
  const form = ruleType === "number" ? undefined : forms[String(schema)];
  const match = () => {
    if (form === undefined) check();
    else gen.if(_`!${usePattern(context, form)}.test(${data})`, () => context.error(), check);
  };
  if (ofContent.includes(schema)) {
    check();
    return;
  }
  const most = parentSchema.maxLength === undefined ? longestFormatted : parentSchema.maxLength * unitsPerCharacter;
  if (parentSchema.maxLength !== undefined) gen.if(_`!(${data}.length > ${most})`, match);
  else gen.if(_`!(${data}.length > ${most})`, match, () => context.error());
}

/** Replaces a keyword of Ajv by one whose code `code` writes around that of the original. */
function replace(
  ajv: Ajv2020,
  original: unknown,
  code: (context: KeywordCxt, check: () => void, ruleType?: string) => void,
): void {
  // A CommonJS module: its default export is the member `default`.
  const { default: keyword } = original as { readonly default: CodeKeywordDefinition };
  ajv.removeKeyword(String(keyword.keyword));
  ajv.addKeyword({
    ...keyword,
    code: (context: KeywordCxt, ruleType?: string) =>
      code(context, () => void keyword.code(context, ruleType), ruleType),
  });
}
