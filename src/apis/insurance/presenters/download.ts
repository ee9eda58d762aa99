/** The media type of files that an insurer has written, whom a merchant's browser need not trust. */

/** RFC 6838, 4.2: names that can be registered, so that neither `*` nor anything else means more than itself. */
const restrictedName = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 9110, 5.6.4, without bytes that only old texts know. */
const quotedString = '"(?:[\\t !#-[\\]-~]|\\\\[\\t -~])*"';
const wellFormed = new RegExp(
  `^${restrictedName}/${restrictedName}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|${quotedString}))*$`,
);

/** The media type as it was given, where it is one (RFC 9110, 8.3.1); otherwise that of bytes. */
export function contentTypeOf(given: string): string {
  return wellFormed.test(given) ? given : "application/octet-stream";
}
