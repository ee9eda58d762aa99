/**
 * Ties the form of the payment page to its payment and to a time: `<seconds since the epoch>.<HMAC>`. Without a token
 * from the page nobody settles a payment, so a form on another site would first have to read the page, and cannot.
 */
import { hasMac, macOf, splitToken } from "#src/identity/signed-text.ts";
import { derivedKeys, type MasterKey } from "#src/storage/master-key.ts";

/** How long a page that was shown can be sent (seconds). */
const lifetimeSeconds = 3_600;

export class FormTokens {
  readonly #keys: readonly string[];

  constructor(masterKey: MasterKey) {
    this.#keys = derivedKeys(masterKey, "accord payment page v1").map((key) => key.toString("base64url"));
  }

  /** @param now milliseconds since the epoch. */
  issue(reference: string, now: number): string {
    const expires = String(Math.floor(now / 1000) + lifetimeSeconds);
    return `${expires}.${macOf(this.#keys[0] as string, signed(reference, expires))}`;
  }

  isGood(token: string, reference: string, now: number): boolean {
    const parts = splitToken(token);
    if (parts === null || !/^\d{1,12}$/.test(parts.text)) return false;
    const isOurs = this.#keys.some((key) => hasMac(parts.mac, key, signed(reference, parts.text)));
    return isOurs && Number(parts.text) * 1000 > now;
  }
}

function signed(reference: string, expires: string): string {
  return `${reference}\n${expires}`;
}
