/** What operations of this API refuse alike, one `describe` per status. */
import { randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { SignJWT, UnsecuredJWT } from "jose";
import { accessTokenKey, createAccessTokens } from "#src/apis/placeholder/credentials/access-tokens.ts";
import { recoversFromFaults } from "#test/support/operation-faults.ts";
import type { Answer, Failure, PlaceholderServer, RequestParts, Signed } from "./server.ts";

/** The answer is a failure in the envelope, and nothing else. */
export function expectFailure(answer: Answer<unknown>, status: number, code: string): void {
  const body = answer.body as Failure;
  expect([answer.status, body.code], JSON.stringify(body)).to.deep.equal([status, code]);
  expect(body).to.have.all.keys("success", "message", "code", "errors").and.to.have.property("success", false);
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

/** The paths of all findings, sorted. */
export function expectFindings(answer: Answer<unknown>, ...paths: string[]): void {
  expectFailure(answer, 400, "VALIDATION_FAILED");
  const found = (answer.body as Failure).errors.map(({ path }) => path);
  expect([...new Set(found)].sort()).to.deep.equal(paths.sort());
}

export interface Operation {
  readonly server: PlaceholderServer;
  readonly method: string;
  /** Made when the tests run; a constant for most. */
  readonly path: string | (() => Promise<string>);
  /** A good one. */
  readonly body?: object | (() => Promise<object>);
  /** Any user when left out. */
  readonly role?: "admin" | "admin-or-owner" | "user" | "nobody";
  /** A table that it cannot do without. */
  readonly table: string;
}

/** Statuses that follow from the document alone: 401, 403, 406, 413, 415, 500 and 503, as far as they apply. */
export function refusesAsDocumented(operation: Operation): void {
  const { server, method, body, role = "user", table } = operation;
  /** Makes what the request needs, so that it can be sent when nothing can be made any more. */
  const prepare = async () => {
    const path = typeof operation.path === "string" ? operation.path : await operation.path();
    const good = typeof body === "function" ? await body() : body;
    return (parts: RequestParts) =>
      server.send<Failure>(method, path, { ...(good === undefined ? {} : { body: good }), ...parts });
  };
  const send = async (parts: RequestParts) => (await prepare())(parts);
  const caller = () => (role === "nobody" ? undefined : role.startsWith("admin") ? server.admin() : server.someone());

  if (role !== "nobody") {
    describe("401", () => {
      it("refuses a request without a token, and says how to send one", async () => {
        const answer = await send({});
        expectFailure(answer, 401, "UNAUTHENTICATED");
        expect(answer.headers.get("www-authenticate")).to.match(/^Bearer/);
      });

      it("refuses forged, expired, unsigned and foreign tokens", async () => {
        for (const token of await badTokens(server, await server.someone()))
          expectFailure(await send({ as: token }), 401, "UNAUTHENTICATED");
      });
    });
  }
  if (role === "admin") {
    describe("403", () => {
      it("refuses everyone but administrators", async () => {
        expectFailure(await send({ as: await server.someone() }), 403, "FORBIDDEN");
      });
    });
  }
  describe("406, 413, 415", () => {
    if (method !== "POST" || body !== undefined) {
      it("refuses to answer in another media type than JSON", async () => {
        expectFailure(await send({ as: await caller(), headers: { accept: "text/html" } }), 406, "NOT_ACCEPTABLE");
      });
    }
    if (body !== undefined) {
      it("refuses a body beyond a mebibyte", async () => {
        const huge = JSON.stringify({ name: "x".repeat(1024 * 1024) });
        expectFailure(await send({ as: await caller(), body: huge }), 413, "PAYLOAD_TOO_LARGE");
      });

      it("refuses a body of another media type, and what is no JSON", async () => {
        const headers = { "content-type": "text/plain" };
        expectFailure(await send({ as: await caller(), headers }), 415, "UNSUPPORTED_MEDIA_TYPE");
        expectFailure(await send({ as: await caller(), body: "{" }), 400, "MALFORMED_JSON");
      });
    }
  });
  const aSender = async () => {
    const as = await caller();
    const ready = await prepare();
    return () => ready({ as });
  };
  recoversFromFaults({ server, aSender, table, expectRefusal: expectFailure });
}

/** Tokens that look like this caller's and are none. */
export async function badTokens({ masterKey }: PlaceholderServer, { user, accessToken }: Signed): Promise<string[]> {
  const [, payload = ""] = accessToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
  const ourKey = accessTokenKey(masterKey);
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
