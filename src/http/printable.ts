/**
 * Text of strangers, fit for a terminal, a log or an error message: control and format characters, which can steer a terminal
 * or turn the writing around, and lone surrogates become U+FFFD. Of more than `most` UTF-16 code units the rest is cut.
 */
export function printable(text: string, most = Number.POSITIVE_INFINITY): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");
}
