import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** The default of PostgreSQL (scram_iterations). */
const iterations = 4096;

/**
 * What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803), so that the password itself is in no statement and so in
 * no log. For passwords of ASCII, which SASLprep leaves as they are.
 */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`;
}
