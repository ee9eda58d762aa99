/**
 * Makes untrusted text safe for a terminal, a log or an error message. Control and format characters, which can control a terminal or
 * reverse the direction of text, and lone surrogates become U+FFFD. The text is cut to `most` UTF-16 units.
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");
}
