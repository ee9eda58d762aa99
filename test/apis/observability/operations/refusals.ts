/** What operations of one kind refuse alike, one `describe` per status. */
import { expect } from "chai";
import { rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import { revokeApiKey, setApiKeyActive } from "#src/identity/api-keys.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { type Scope, scopes } from "#src/identity/scopes.ts";
import { aBusiness } from "#test/support/identity.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { type Answer, type Headers, type ObservabilityServer, withKey } from "./server.ts";

/** The answer is google.rpc.Status in JSON. */
export function expectRpcStatus(answer: Answer<unknown>, status: number): void {
  expect(answer.headers.get("content-type")).to.equal("application/json");
  expect(answer.status).to.equal(status);
  expect(answer.body).to.have.keys("code", "message").and.to.have.property("code", rpcCodeOf(status));
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

export { expectProblem };

export type ExpectRefusal = (answer: Answer<unknown>, status: number, code: string) => void;

/** The request was good; that what it asks for does not exist is another matter. */
function gotThrough({ status, body }: Answer<unknown>): boolean {
  return status < 300 || (body as { readonly code?: string }).code === "NOT_FOUND";
}

export interface KeyOperation {
  readonly server: ObservabilityServer;
  /** Sends a request that gets through with a good key. */
  readonly send: (headers: Headers) => Promise<Answer<unknown>>;
  /** Any one of these is enough; none is needed when empty. */
  readonly scopes: readonly Scope[];
  readonly expectRefusal?: ExpectRefusal;
}

/** 401 and 403 of operations behind an API key. */
export function refusesBadKeys({ server, send, scopes: anyOf, expectRefusal = expectProblem }: KeyOperation): void {
  describe("401", () => {
    const refused = async (headers: Headers) => {
      const answer = await send(headers);
      expectRefusal(answer, 401, "UNAUTHENTICATED");
      return answer;
    };

    it("refuses a request without a key, and says how to send one", async () => {
      const { headers } = await refused({});
      expect(headers.get("www-authenticate"))
        .to.match(/x-api-key/)
        .and.match(/Bearer/);
    });

    it("refuses what is no key", async () => {
      for (const key of ["garbage", "sk_test_1:2", ":", "sk_live_"]) await refused(withKey(key));
      await refused({ authorization: "Bearer garbage" });
    });

    it("refuses an unknown key and a wrong secret alike", async () => {
      const { key } = await server.key();
      const [id = "", secret = ""] = key.split(":");
      const wrongSecret = await refused(withKey(`${id}:${secret.slice(0, -4)}AAAA`));
      const unknown = await refused(withKey(`sk_test_${"0".repeat(24)}:${secret}`));
      const text = ({ body }: Answer<unknown>) => {
        const { detail, message, error } = body as Partial<Record<"detail" | "message" | "error", string>>;
        return detail ?? message ?? error;
      };
      expect(text(unknown)).to.equal(text(wrongSecret));
    });

    it("refuses a revoked key", async () => {
      const { key, keyId } = await server.key();
      await revokeApiKey(await server.database.operator(), keyId);
      await refused(withKey(key));
    });
  });

  describe("403", () => {
    it("refuses a key that is switched off", async () => {
      const { key, keyId } = await server.key();
      await setApiKeyActive(await server.database.operator(), keyId, false);
      expectRefusal(await send(withKey(key)), 403, "KEY_INACTIVE");
    });

    if (anyOf.length > 0) {
      it(`refuses a key with every scope but ${anyOf.join(" and ")}`, async () => {
        const others = scopes.filter((scope) => !anyOf.includes(scope));
        expectRefusal(await send(await server.caller({ scopes: others })), 403, "SCOPE_REQUIRED");
      });

      for (const scope of anyOf) {
        it(`is content with ${scope} alone`, async () => {
          expect(await send(await server.caller({ scopes: [scope] }))).to.satisfy(gotThrough);
        });
      }
    }
  });
}

/** 404 of operations that need the key's project. */
export function needsActiveProject({ server, send, expectRefusal = expectProblem }: KeyOperation): void {
  it("refuses the key of a project that is switched off", async () => {
    const { key, project } = await server.key();
    if (project === null) throw new Error("no project");
    await setProjectActive(await server.database.operator(), project, false);
    expectRefusal(await send(withKey(key)), 404, "PROJECT_NOT_FOUND");
  });

  it("refuses a key that belongs to no project", async () => {
    const business = await aBusiness(server.database);
    const caller = await server.caller({ owner: { business, project: null } });
    expectRefusal(await send(caller), 404, "PROJECT_NOT_FOUND");
  });
}

export interface LimitedOperation {
  /** Sends a request that takes one unit of the quota. */
  readonly send: () => Promise<Answer<unknown>>;
  readonly limit: number;
  readonly expectRefusal?: ExpectRefusal;
}

/** The quota holds, counts down in the headers, and says when to come back. A window may end in between. */
export async function expectQuota({ send, limit, expectRefusal = expectProblem }: LimitedOperation): Promise<void> {
  const first = await send();
  expect(first).to.satisfy(gotThrough);
  expect(rateOf(first)).to.include({ limit, remaining: limit - 1 });
  for (let sent = 1; sent <= 2 * limit; sent++) {
    const answer = await send();
    if (gotThrough(answer)) continue;
    expectRefusal(answer, 429, "RATE_LIMITED");
    expect(rateOf(answer)).to.include({ limit, remaining: 0 });
    expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 60);
    return;
  }
  expect.fail(`${2 * limit + 1} requests met no quota of ${limit}`);
}

export function rateOf({ headers }: Answer<unknown>) {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`)),
  );
  return { limit, remaining, reset };
}
