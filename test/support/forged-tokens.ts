/** JSON Web Tokens that look like those of a caller and have to be refused. */
import { randomBytes, randomUUID } from "node:crypto";
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { derivedKeys } from "#src/storage/master-key.ts";

/**
 * By what is wrong with each.
 *
 * @param token a good one of the API.
 * @param subjects claims that name somebody; tokens in which one of them names nobody are forged too.
 */
export async function forgedTokens(
  masterKey: Buffer,
  api: string,
  token: string,
  subjects: readonly string[] = ["sub"],
): Promise<Record<string, string>> {
  const claims = decodeJwt(token);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const [ours] = derivedKeys(masterKey, `accord ${api} access token`);
  const signed = (changes: JWTPayload, { key = ours, alg = "HS256", typ = "at+jwt" } = {}) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, typ }).sign(key);
  // Otherwise all of the others would be refused for their signature.
  if ((await signed({})) !== token) throw new Error("The server does not sign like this");
  const now = Math.floor(Date.now() / 1_000);
  const forOthers = Buffer.from(JSON.stringify({ ...claims, sub: randomUUID() })).toString("base64url");
  const unknown = subjects.map(async (name) => [
    `a token of an unknown ${name}`,
    await signed({ [name]: randomUUID() }),
  ]);
  return {
    "a token of garbage": "garbage",
    "a token of three letters": "a.b.c",
    "an endless token": "x".repeat(5_000),
    "a token that is too long": `${token}x`,
    "a token that is changed": `${header}.${payload}.${signature.slice(0, -2)}${signature.endsWith("AA") ? "BB" : "AA"}`,
    "a token whose subject is changed": `${header}.${forOthers}.${signature}`,
    "a token that is not signed": new UnsecuredJWT(claims).encode(),
    "a token of another key": await signed({}, { key: randomBytes(32) }),
    "a token of another algorithm": await signed({}, { key: randomBytes(64), alg: "HS512" }),
    "a token of another kind": await signed({}, { typ: "JWT" }),
    "a token of another API": await signed({ aud: "accord/other" }),
    "a token of another issuer": await signed({ iss: "somebody" }),
    "a token that has expired": await signed({ iat: now - 120, exp: now - 60 }),
    ...Object.fromEntries(await Promise.all(unknown)),
  };
}
