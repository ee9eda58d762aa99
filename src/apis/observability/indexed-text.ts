/** The part of a text that is kept in an indexed column. */

/** Characters (Unicode code points, as PostgreSQL's `left` counts them): an index entry must fit into 2,704 bytes. */
const maxIndexedLength = 255;

/** The first 255 characters, none of them halved: halves would all become U+FFFD, and so different texts the same. */
export function indexedText(text: string): string {
  if (text.length <= maxIndexedLength) return text;
  return Array.from(text.slice(0, 2 * maxIndexedLength))
    .slice(0, maxIndexedLength)
    .join("");
}
