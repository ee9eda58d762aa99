import { randomInt } from "node:crypto";

/**
 * The bank's own name for a transaction, in the form that the national switch uses: the code of the sending bank, the moment
 * as `yyMMddHHmmss`, and twelve random digits.
 */
export function newSessionId(bankCode: string, now: Date): string {
  const moment = now.toISOString().replace(/\D/g, "").slice(2, 14);
  return `${bankCode}${moment}${String(randomInt(1e12)).padStart(12, "0")}`;
}
