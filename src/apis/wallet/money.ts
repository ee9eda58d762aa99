/** Amounts of naira: decimal text outside, whole kobo in a bigint inside. No floating point touches them. */

/** What an account may stand at, above zero and below: sixteen digits of naira, as the document has them. A bigint column holds nine times that. */
export const mostKobo = 10n ** 18n - 1n;

/** At most fifteen digits before the point. */
const amountForm = /^(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,2}))?$/;

/** Kobo, or null for text that is no amount: a sign, more than two decimals, leading zeros, an exponent. */
export function parseAmount(text: string): bigint | null {
  const match = amountForm.exec(text);
  if (match === null) return null;
  const [, naira = "0", kobo = ""] = match;
  return BigInt(naira) * 100n + BigInt(kobo.padEnd(2, "0"));
}

/** Decimal text with two decimals. */
export function formatAmount(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, "0");
  return `${kobo < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
