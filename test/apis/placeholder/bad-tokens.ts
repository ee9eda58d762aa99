import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { createAccessTokens } from "#src/apis/placeholder/credentials/access-tokens.ts";
import { derivedKeys } from "#src/storage/master-key.ts";
import type { PlaceholderServer, Signed } from "./operations/server.ts";

/** Tokens that look like this caller's and are none. */
export async function badTokens({ masterKey }: PlaceholderServer, { user, accessToken }: Signed): Promise<string[]> {
  const [, payload = ""] = accessToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
  const [ourKey] = derivedKeys(masterKey, "accord placeholder access token");
  const signed = (changes: object, { key = ourKey, alg = "HS256", typ = "at+jwt" } = {}) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, typ }).sign(key);
  const quarterAgo = createAccessTokens(masterKey, () => Date.now() - 15 * 60_000 - 1_000);
  return [
    "garbage",
    "a.b.c",
    "x".repeat(5_000),
    `${accessToken}x`,
    new UnsecuredJWT(claims).encode(),
    await signed({}, { key: randomBytes(32) }),
    await signed({}, { key: randomBytes(64), alg: "HS512" }),
    await signed({}, { typ: "JWT" }),
    await signed({ iss: "somebody" }),
    await signed({ aud: "accord/other" }),
    await signed({ sub: randomUUID() }),
    await signed({ sid: randomUUID() }),
    await quarterAgo.mint({ userId: user.id, sessionId: String(claims.sid) }),
  ];
}
