/** What the contract runner tries beyond the answers that a document lists. */
import { createServer, type IncomingMessage } from "node:http";
import { expect } from "chai";
import { testDatabase } from "#test/support/database.ts";
import { listening } from "#test/support/listening.ts";
import { opened } from "#test/support/opened.ts";
import type { Bring, Plan } from "../../scripts/contract-runner/plan.ts";
import { withHeaders } from "../../scripts/contract-runner/request.ts";
import { runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { aDocument } from "./support/document.ts";

const text = { description: "Words.", content: { "text/plain": { "x-accord-example-base64": "bm8=" } } };
const list = {
  description: "A list.",
  content: { "application/json": { schema: {}, examples: { none: { value: [] } } } },
};
const documentOf = (vaultOutages: object) =>
  aDocument({
    securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
    security: [{ Key: [] }],
    paths: {
      "/vault": {
        get: {
          operationId: "openVault",
          "x-accord-query": "strict",
          responses: { "200": text, "400": text, "401": text, "404": text, "500": text, ...vaultOutages },
        },
      },
      "/rings": {
        post: {
          operationId: "orderRing",
          requestBody: {
            content: { "application/json": { schema: {}, examples: { one: { value: { a: 1, b: 2 } } } } },
          },
          responses: { "201": { ...list, headers: { "Idempotency-Replayed": {} } } },
        },
      },
      "/jewels": { get: { operationId: "listJewels", responses: { "200": list } } },
    },
  });
const document = documentOf({});
/** Taking the database away takes longer than all other trials, so only those of it do. */
const documentOfOutages = documentOf({ "503": text });

describe("the contract runner, beyond what it is told", () => {
  const database = testDatabase({ as: "owner" });
  /** Whether the vault is out of order, and what of it does not hold. */
  let broken = false;
  let fault:
    | ""
    | "stays broken"
    | "stays away"
    | "misses no database"
    | "knows everybody"
    | "knows no friend"
    | "takes any query"
    | "writes refusals down"
    | "shows itself to others"
    | "writes others down"
    | "forgets keys"
    | "makes a ring for each of a crowd"
    | "replays another ring"
    | "shows the price again"
    | "counts replays"
    | "lists nothing"
    | "lists all to others"
    | "calls for others" = "";
  /** How often the vault has called another server. */
  let calls = 0;
  let made = 0;
  /** What was ordered, by idempotency key. */
  const rings = new Map<string, number | undefined>();
  /** How often a key has come, by idempotency key. */
  const orders = new Map<string, number>();
  /** Whether it has been without its database. */
  let lonely = false;

  const statusOf = ({ headers, url = "" }: IncomingMessage): number => {
    const key = headers["x-key"];
    const isKnown = key === "good" || (key === "friend" && fault !== "knows no friend");
    if (url.includes("/none")) return 404;
    if (key === "neighbour") return fault === "shows itself to others" ? 200 : 404;
    if (!isKnown && !(fault === "knows everybody" && key === "forged")) return 401;
    if (url.includes("?") && fault !== "takes any query") return 400;
    return broken ? 500 : 200;
  };
  before(async () => {
    await database.pool.query("CREATE TABLE refusals (told text)");
    await database.pool.query("CREATE TABLE counts (told text)");
  });
  const server = opened(() =>
    listening(
      createServer(async (request, response) => {
        const isAway = await database.pool.query("SELECT").then(
          () => false,
          () => true,
        );
        lonely = isAway || (lonely && fault === "stays away");
        const status = lonely && fault !== "misses no database" ? 503 : statusOf(request);
        if (status === 400) await database.pool.query("INSERT INTO counts VALUES ('one')");
        if (status === 400 && fault === "writes refusals down")
          await database.pool.query("INSERT INTO refusals VALUES ('no')");
        if (request.headers["x-key"] === "neighbour" && request.url === "/vault") {
          if (fault === "writes others down") await database.pool.query("INSERT INTO refusals VALUES ('who')");
          if (fault === "calls for others") calls++;
        }
        const guards = { "x-content-type-options": "nosniff", "cache-control": "no-store" };
        if (request.url === "/rings") {
          const key = String(request.headers["idempotency-key"]).toLowerCase();
          const count = (orders.get(key) ?? 0) + 1;
          orders.set(key, count);
          const isOfCrowd = fault === "makes a ring for each of a crowd" && count < 5;
          const replayed = rings.has(key) && fault !== "forgets keys" && !isOfCrowd;
          const id = replayed && fault !== "replays another ring" ? rings.get(key) : made++;
          // The answer that a crowd's key replays is none of its rings, so that it does not matter which came first.
          if (!replayed) rings.set(key, isOfCrowd ? -1 : id);
          if (replayed && fault === "counts replays")
            await database.pool.query("INSERT INTO refusals VALUES ('again')");
          const price = !replayed || fault === "shows the price again" ? { price: 7 } : {};
          response
            .writeHead(201, { ...guards, "content-type": "application/json", "idempotency-replayed": String(replayed) })
            .end(JSON.stringify({ id, ...price }));
          return;
        }
        if (request.url === "/jewels") {
          const isOwner = request.headers["x-key"] === "good";
          const sees = isOwner ? fault !== "lists nothing" : fault === "lists all to others";
          response.writeHead(200, { ...guards, "content-type": "application/json" }).end(sees ? '["ring"]' : "[]");
          return;
        }
        response.writeHead(status, { ...guards, "content-type": "text/plain" }).end(request.url);
      }),
    ),
  );

  const plan: Plan = {
    counters: ["counts"],
    strangers: async (draft) => [
      { who: "a forged key", draft: withHeaders(draft, { "x-key": "forged" }), status: 401 },
      { who: "a friend", draft: withHeaders(draft, { "x-key": "friend" }), status: "through" },
    ],
    foreigners: async (draft) => [{ who: "a neighbour", draft: withHeaders(draft, { "x-key": "neighbour" }) }],
    outgoingCalls: () => calls,
    shownOnce: ["price"],
    lists: { listJewels: (body: readonly string[]) => body },
    bring: {
      orderRing: { 201: (draft, sendTo) => sendTo(draft) },
      listJewels: { 200: (draft, sendTo) => sendTo(withHeaders(draft, { "x-key": "good" })) },
      openVault: {
        200: (draft, sendTo) => sendTo(withHeaders(draft, { "x-key": "good" })),
        400: (draft, sendTo) => sendTo(withHeaders({ ...draft, query: { x: "1" } }, { "x-key": "good" })),
        401: (draft, sendTo) => sendTo(draft),
        404: (draft, sendTo) => sendTo({ ...draft, path: "/none" }),
        500: async (draft, sendTo) => {
          broken = true;
          const received = await sendTo(withHeaders(draft, { "x-key": "good" }));
          broken = fault === "stays broken";
          return received;
        },
      },
    },
  };
  const openVault = { ...plan.bring.openVault, 503: plan.bring.listJewels?.[200] as Bring };
  const planOfOutages: Plan = { ...plan, bring: { ...plan.bring, openVault } };
  const found = async (what: typeof fault, isAway = false) => {
    [fault, broken, lonely] = [what, false, false];
    const report = await (isAway
      ? runContract(documentOfOutages, { baseUrl: server.url, plan: planOfOutages, database })
      : runContract(document, { baseUrl: server.url, plan, database }));
    return shortcomings(report).map((line) => line.replace(/^\w+ /, "").replace(/ \(\S+ → \w+\/\w+\)/, ""));
  };

  it("is content where all of it holds", async () => {
    expect(await found("", true)).to.deep.equal([]);
  });

  it("sends the request again when trouble is over", async () => {
    expect(await found("stays broken")).to.deep.equal(["500: is answered 500 once the trouble is over: /vault"]);
  });

  it("takes the database away for a 503, and sends the request again when it is back", async () => {
    expect(await found("misses no database", true)).to.deep.equal(["503: answered 200: /vault"]);
    expect(await found("stays away", true)).to.include("503: is answered 503 once the trouble is over: /vault");
  });

  it("sends strangers", async () => {
    expect(await found("knows everybody")).to.deep.equal(["401: a forged key: answered 200: /vault"]);
  });

  it("sends those who are just let through", async () => {
    expect(await found("knows no friend")).to.deep.equal(["401: a friend: answered 401: /vault"]);
  });

  it("sends the good request as other tenants first, who find nothing and cause nothing", async () => {
    expect(await found("shows itself to others")).to.deep.equal(["200: a neighbour: answered 200: /vault"]);
    expect(await found("writes others down")).to.deep.equal(["200: a neighbour: has written to refusals"]);
    expect(await found("calls for others")).to.deep.equal(["200: a neighbour: has called another server"]);
  });

  it("asks for a list as other tenants first, who see nothing of what its owner sees", async () => {
    expect(await found("lists nothing")).to.deep.equal(["200: lists nothing"]);
    expect(await found("lists all to others")).to.deep.equal(["200: a neighbour: is shown what is another's"]);
  });

  const atOnce = "201: one: sent at once with one key:";
  const again = "201: one: sent again with its key:";

  it("sends what is to succeed several times at once with one key, and one of them does it", async () => {
    expect(await found("makes a ring for each of a crowd")).to.deep.equal([
      `${atOnce} 4 of 4 are no replay`,
      `${atOnce} answered differently`,
      `${atOnce} shows price again`,
      `${again} answered something else`,
    ]);
  });

  it("sends what succeeded again with its key, which is a replay that does nothing and shows no secret", async () => {
    expect(await found("forgets keys")).to.include.members([
      `${again} answered 201, as no replay`,
      `${again} shows price again`,
    ]);
    expect(await found("replays another ring")).to.deep.equal([
      `${atOnce} answered differently`,
      `${again} answered something else`,
    ]);
    expect(await found("shows the price again")).to.deep.equal([
      `${atOnce} shows price again`,
      `${again} shows price again`,
    ]);
    expect(await found("counts replays")).to.deep.equal([`${again} has written to refusals`]);
  });

  it("asks with a parameter that nobody knows, where the query is strict", async () => {
    expect(await found("takes any query")).to.include("200: answers 200 to a parameter that it does not know");
  });

  it("sees what a refusal writes, but for counters", async () => {
    expect(await found("writes refusals down")).to.deep.equal(["400: has written to refusals"]);
  });
});
