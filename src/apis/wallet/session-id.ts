import { randomInt } from "node:crypto";

/**
 * The bank's own name for a transaction, in the form that the national switch uses: the code of the sending bank, the moment
 * as `yyMMddHHmmss`, and twelve random digits.
 */
export function newSessionId(bankCode: string, now: Date): string {
  const moment = now.toISOString().replace(/\D/g, "").slice(2, 14);
  const digits = () => String(randomInt(1_000_000)).padStart(6, "0");
  return `${bankCode}${moment}${digits()}${digits()}`;
}
