/**
 * Limits `pattern` and `format` to texts that are not too long, because the time of a match may grow with the square of the length. A
 * text longer than its `maxLength` is refused for its length alone.
 */
import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from "ajv/dist/2020.js";
import formatKeyword from "ajv/dist/vocabularies/format/format.js";
import patternKeyword from "ajv/dist/vocabularies/validation/pattern.js";

/** Longest text with a `format` when the schema has no `maxLength` (UTF-16 units). */
const longestFormatted = 8_192;
/** Most UTF-16 units of a character. */
const unitsPerCharacter = 2;
/** Formats of content, whose length is not limited here. */
const ofContent: readonly unknown[] = ["binary", "byte", "password"];

/** Replaces Ajv's own `pattern` and `format`. */
export function boundMatching(ajv: Ajv2020): void {
  // CommonJS modules: their default export is the member `default`.
  for (const { default: keyword } of [patternKeyword, formatKeyword] as unknown as {
    default: CodeKeywordDefinition;
  }[]) {
    ajv.removeKeyword(String(keyword.keyword));
    ajv.addKeyword({
      ...keyword,
      code(context: KeywordCxt, ruleType?: string) {
        const { gen, data, schema, parentSchema } = context;
        if (ofContent.includes(schema)) return keyword.code(context, ruleType);
        const most =
          parentSchema.maxLength === undefined ? longestFormatted : parentSchema.maxLength * unitsPerCharacter;
        const match = () => keyword.code(context, ruleType);
        if (parentSchema.maxLength !== undefined) gen.if(_`!(${data}.length > ${most})`, match);
        else gen.if(_`!(${data}.length > ${most})`, match, () => context.error());
      },
    });
  }
}
