/**
 * A moment in an insurer's answer, in RFC 3339. JavaScript knows no leap second: the last one that it knows counts then,
 * so that nothing is taken to last longer than it does.
 */
export function momentOf(text: string): Date {
  return new Date(text.replace(/:60(?=[.,Zz+-])/, ":59"));
}
