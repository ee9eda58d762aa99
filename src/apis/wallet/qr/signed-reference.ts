/**
 * References of QR codes that ask for an amount. Anyone can write a payload with a right checksum; such a reference says that this
 * bank made the code, with this amount. It holds 8 random bytes, then the first 10 bytes of HMAC-SHA-256 over them and what the
 * code says, and fits the 25 characters that EMVCo has for a reference label.
 */
import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "#src/identity/constant-time.ts";
import { derivedKeys, type MasterKey } from "#src/storage/master-key.ts";
import type { QrPayload } from "./emvco.ts";

const nonceBytes = 8;
const signatureBytes = 10;
const referenceForm = /^[A-Za-z0-9_-]{24}$/;

type Signed = Pick<QrPayload, "accountNo" | "bankCode" | "qrType" | "amount">;

export class QrReferences {
  /** Of the master key, and of the one before it. */
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  constructor(masterKey: MasterKey) {
    this.#keys = derivedKeys(masterKey, "accord wallet qr code");
  }

  /** A new reference for a code: base64url, 24 characters. */
  sign(code: Signed): string {
    const nonce = randomBytes(nonceBytes);
    return Buffer.concat([nonce, signature(this.#keys[0], nonce, code)]).toString("base64url");
  }

  /** Whether the reference was made for a code that says the same. */
  isSigned({ reference, ...code }: Signed & Pick<QrPayload, "reference">): boolean {
    if (reference === null || !referenceForm.test(reference)) return false;
    const bytes = Buffer.from(reference, "base64url");
    const [nonce, given] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
    return this.#keys.some((key) => equalInConstantTime(given, signature(key, nonce, code)));
  }
}

function signature(key: Uint8Array, nonce: Buffer, { bankCode, accountNo, qrType, amount }: Signed): Buffer {
  const said = JSON.stringify([nonce.toString("base64url"), bankCode, accountNo, qrType, amount]);
  return createHmac("sha256", key).update(said).digest().subarray(0, signatureBytes);
}
