/**
 * `pattern` and `format` match texts that are not too long, since the time of a match may grow with the square of a text's
 * length. A text that is longer than its `maxLength` is refused for that alone.
 */
import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt } from "ajv/dist/2020.js";
import formatKeyword from "ajv/dist/vocabularies/format/format.js";
import patternKeyword from "ajv/dist/vocabularies/validation/pattern.js";

/** Longest text that has a format where its schema says nothing about lengths, in UTF-16 units. */
const longestFormatted = 8_192;
/** A character is one or two of them. */
const unitsPerCharacter = 2;
/** Formats of content, which is as long as it is. */
const ofContent: readonly unknown[] = ["binary", "byte", "password"];

/** Puts the two keywords in place of Ajv's own. */
export function boundMatching(ajv: Ajv2020): void {
  // Modules of CommonJS: what they export as default is a member of it.
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
