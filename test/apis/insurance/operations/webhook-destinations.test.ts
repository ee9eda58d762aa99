/** Where merchants may not send us, seen from their side. Every form of a bad address: test/webhooks/destinations.test.ts. */
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type DestinationRule, destinationRules, type NameResolver } from "#src/webhooks/destinations.ts";
import { type Answer, type Headers, InsuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { aDispatcher, endedAfterEach } from "#test/builders/webhooks.ts";
import { exchange } from "#test/support/api-server.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { until } from "#test/support/until.ts";
import { type Instance, openInstance } from "../exactly-once/instance.ts";
import { planFor } from "../exactly-once/merchant-process.ts";

const publicAddress = "93.184.216.34";
const internal = ["10.1.2.3", "127.0.0.1", "169.254.169.254", "fd00:ec2::254"];

describe("the urls of webhook endpoints, as in production", () => {
  /** What names lead to; a test may move them. */
  const names = new Map<string, readonly string[]>();
  const resolver: NameResolver = {
    resolve4: async (name) => (names.get(name) ?? []).filter((address) => !address.includes(":")),
    resolve6: async (name) => (names.get(name) ?? []).filter((address) => address.includes(":")),
  };
  const server = new InsuranceServer();
  let production: Instance;
  let merchant: Merchant;
  const ending = endedAfterEach();
  before(async () => {
    await server.start({ quotaInsuranceRequests: 1_000_000 });
    production = await openInstance(planFor(server, 1_000), { receiverNames: resolver });
  });
  beforeEach(async () => {
    names.clear();
    names.set("hooks.example.com", [publicAddress]);
    merchant = await server.aMerchant({ sells: [] });
  });
  after(async () => {
    await production.close();
    await server.stop();
  });

  function send<T = Schemas["Problem"]>(
    method: string,
    path: string,
    body?: unknown,
    given: Headers = {},
  ): Promise<Answer<T>> {
    return exchange<T>(`${production.baseUrl}/api/v1/webhook-endpoints${path}`, {
      method,
      headers: { ...merchant.key, "content-type": "application/json", ...given },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  const register = <T = Schemas["Problem"]>(url: string) => send<T>("POST", "", { url, events: ["*"] });
  const registered = async (url: string) => {
    const { status, body } = await register<Schemas["EndpointAndSecret"]>(url);
    expect(status).to.equal(201);
    return body.endpoint;
  };

  function expectRefusal(answer: Answer<Schemas["Problem"]>, rule: DestinationRule): void {
    expectProblem(answer, 422, "VALIDATION_FAILED", `/body/url ${rule}`);
    expect(answer.body.fieldErrors[0]?.message).to.equal(destinationRules[rule]);
    const text = JSON.stringify([answer.body, ...answer.headers]);
    for (const address of internal) expect(text).to.not.include(address);
  }

  it("are refused by their rule when they are given and when they are changed, and nobody is told where they lead", async () => {
    for (const address of internal) names.set(`${names.size}.example.com`, [publicAddress, address]);
    const { endpointId } = await registered("https://hooks.example.com/hook");
    for (const [url, rule] of [
      ["http://hooks.example.com/", "scheme"],
      ["https://hooks.example.com\\@127.0.0.1/", "urlMalformed"],
      ["https://hooks.example.com@10.1.2.3/", "userInfo"],
      ["https://hooks.example.com:22/", "port"],
      ["https://metadata.google.internal/computeMetadata/v1/", "hostName"],
      ["https://nowhere.example.com/", "unresolvable"],
      ["https://0x7f000001/", "addressNotPublic"],
      ...internal.map((_, index) => [`https://${index + 1}.example.com/hook`, "addressNotPublic"] as const),
    ] as const) {
      expectRefusal(await register(url), rule);
      expectRefusal(await send("PATCH", `/${endpointId}`, { url }), rule);
    }
    const { body } = await send<Schemas["EndpointEnvelope"]>("GET", `/${endpointId}`);
    expect(body.endpoint.url).to.equal("https://hooks.example.com/hook");
  });

  it("are refused with the other findings, all at once", async () => {
    const wrong = { url: "https://10.1.2.3/", events: ["policy.lost"] };
    const findings = ["/body/url addressNotPublic", "/body/events/0 unknownEvent"];
    expectProblem(await send("POST", "", wrong), 422, "VALIDATION_FAILED", ...findings);
  });

  it("are not looked up again for a request that is repeated", async () => {
    const request = { url: "https://hooks.example.com/hook", events: ["*"] };
    const key = { "idempotency-key": randomUUID() };
    const { body: first } = await send<Schemas["EndpointAndSecret"]>("POST", "", request, key);
    names.set("hooks.example.com", ["10.1.2.3"]);
    const again = await send("POST", "", request, key);
    expect([again.status, again.body]).to.deep.equal([200, { endpoint: first.endpoint }]);
    expectRefusal(await send("POST", "", request, { "idempotency-key": randomUUID() }), "addressNotPublic");
  });

  it("are looked at again at every attempt: a host that has moved inside since is sent nothing", async () => {
    const { port, received } = ending(await aReceiver());
    const { endpointId } = await registered(`https://hooks.example.com:${port}/hook`);
    names.set("hooks.example.com", ["127.0.0.1"]);

    const { status, body: reply } = await send<Schemas["TestReply"]>("POST", `/${endpointId}/test`);
    expect(status).to.equal(200);
    expect(reply).to.include({
      delivered: false,
      httpStatus: null,
      bodyExcerpt: null,
      error: `The url is refused: it ${destinationRules.addressNotPublic}.`,
    });

    const { eventId } = await server.anEvent(merchant);
    ending(aDispatcher(server.database, { allowLoopback: false, resolver }));
    await until(async () => (await server.deliveryOf(merchant, eventId)).status === "FAILED");
    const { deliveryId, lastFailure } = await server.deliveryOf(merchant, eventId);
    expect(lastFailure).to.include({ reason: "URL_REFUSED", httpStatus: null });
    const { body: details } = await server.get<unknown>(`/webhooks/deliveries/${deliveryId}`, merchant.key);
    for (const text of [reply, details].map((seen) => JSON.stringify(seen))) expect(text).to.not.include("127.0.0.1");
    expect(received).to.deep.equal([]);
  });
});
