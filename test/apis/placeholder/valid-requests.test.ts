/** Requests that the placeholder document calls valid, made at random: none is refused for its form. */
import { expect } from "chai";
import { FairSlots } from "#src/http/fair-slots.ts";
import { aPassword, type Failure, placeholderServer, type Signed } from "#test/builders/placeholder.ts";
import type { Sampler } from "#test/contract/support/sampler.ts";
import { noneIsRefused, refusalsOf } from "#test/contract/support/valid-requests.ts";

/** What two fields, or a field and a list that is too long for a schema, have to be to each other. */
const rules = new Set([
  ...["register", "createUser", "createUserWithPassword"].map(
    (operationId) => `${operationId} /body/password commonPassword`,
  ),
  ...["changePassword", "resetPassword"].map((operationId) => `${operationId} /body/newPassword commonPassword`),
  "createOrder /body/items/*/productId unknown",
  "createOrder /body/items/*/productId uniqueItems",
  "updateSettings /body/timeZone timeZone",
  "getAnalytics /query/from period",
  // Used up, or never sent to anybody.
  "resetPassword INVALID_RESET_TOKEN",
]);
/** Those after which the caller's session is another, or none. */
const endsSessions = new Set(["logout", "logoutEverywhere", "changePassword", "deleteUser"]);

const someone = { role: "admin", password: aPassword } as const;
const plenty = 1_000_000;

describe("requests that the placeholder document calls valid", () => {
  const server = placeholderServer({
    ...{ quotaFailedLogins: plenty, quotaRegistrations: plenty, quotaPasswordResets: plenty },
  });
  const reports = new FairSlots({ slots: 1 });
  let addresses = 0;
  let admin: Signed;
  /** Ids of what is there, by the beginnings of the names of operations. */
  let ids: readonly (readonly [RegExp, string])[];
  before(async () => {
    admin = await server.anAdmin();
    const { items } = await server.data<{ items: { id: string }[] }>("GET", "/v1/notifications", { as: admin });
    ids = [
      [/User$/, (await server.aUser()).user.id],
      [/Product$/, (await server.aProduct()).id],
      [/createOrder/, (await server.aProduct()).id],
      [/Order$/, (await server.anOrder(admin)).id],
      [/File$/, (await server.aFile(admin)).id],
      [/Notification/, items[0]?.id ?? ""],
    ];
  });

  /** In most places something that is there, so that requests get past the look for it. */
  const known = (name: string, value: unknown, sampler: Sampler, operationId: string) => {
    // A password may be asked for a few times for each address.
    if (name === "email" && operationId === "requestPasswordReset") return `${++addresses}.${value}`;
    if (!sampler.chance(0.8) || typeof value !== "string") return value;
    if (name === "email") return sampler.chance(0.3) ? admin.user.email : `${++addresses}.${value}`;
    if (name === "timeZone") return sampler.pick(["Africa/Lagos", "UTC", "Europe/Berlin"]);
    if (name === "currentPassword") return aPassword;
    if (name === "id" || name === "productId") return ids.find(([of]) => of.test(operationId))?.[1] ?? value;
    return value;
  };

  noneIsRefused("placeholder", {
    known,
    // What a file is, is read from its bytes; and nobody makes products.
    leftOut: ["uploadFile", "createProduct"],
    isRule: (refusal) => rules.has(refusal),
    async send({ method, operation: { operationId } }, { path, query, headers, text }) {
      const as = endsSessions.has(operationId) ? await server.aUser(someone) : admin;
      const address = query.size === 0 ? path : `${path}?${query}`;
      const send = () => server.send<Failure>(method.toUpperCase(), address, { as, body: text, headers });
      // Reports wait for one another, and a statement that has waited does not say which of them sent it.
      const { status, body } = await (/^get(Dashboard|Analytics)$/.test(operationId) ? reports.run("", send) : send());
      expect(status, JSON.stringify(body)).not.to.equal(429);
      return { status, body, refusals: status === 400 ? refusalsOf(operationId, body.code, body.errors) : [] };
    },
  });
});
