/** How each operation of the placeholder API gets to each of its documented statuses. */
import { createAccount } from "#src/apis/placeholder/accounts.ts";
import { issueReset } from "#src/apis/placeholder/credentials/password-resets.ts";
import { anEmail, aPassword, PlaceholderServer, type Signed } from "#test/apis/placeholder/operations/server.ts";
import { startTestServer } from "#test/support/server.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { badTokens } from "./bad-tokens.ts";

type Change = (draft: Draft, caller: Signed) => Draft | Promise<Draft>;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const withId = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(uuid, id) });
const unchanged: Change = (draft) => draft;
const items = (body: { readonly data: { readonly items: readonly unknown[] } }) => body.data.items;

/** `frugal` is a second server on the same database, where one attempt to sign in may fail and one account may be made. */
function planFor(server: PlaceholderServer, frugal: { readonly baseUrl: string }): Plan {
  const aUser = () => server.someone();
  const anAdmin = () => server.admin();

  const as =
    (make: () => Promise<Signed>, change: Change = unchanged): Bring =>
    async (draft, sendTo) => {
      const caller = await make();
      return sendTo(withHeaders(await change(draft, caller), { authorization: `Bearer ${caller.accessToken}` }));
    };
  const asNobody =
    (change: (draft: Draft) => Draft | Promise<Draft> = unchanged as (draft: Draft) => Draft): Bring =>
    async (draft, sendTo) =>
      sendTo(await change(draft));

  /** What every operation behind a token may answer: `good` makes its request one that succeeds. */
  const secured = (table: string, make = aUser, good: Change = unchanged) => ({
    401: asNobody(),
    500: (async (draft, sendTo, unit) => {
      const [ready, caller] = await prepared(draft, make, good);
      return server.whileMissing(table, () => as(async () => caller)(ready, sendTo, unit));
    }) satisfies Bring,
    503: as(make, good),
  });
  const prepared = async (draft: Draft, make: () => Promise<Signed>, good: Change): Promise<[Draft, Signed]> => {
    const caller = await make();
    return [await good(draft, caller), caller];
  };
  const open = (table: string, good: (draft: Draft) => Draft | Promise<Draft> = (draft) => draft) => ({
    500: (async (draft, sendTo) => {
      const ready = await good(draft);
      return server.whileMissing(table, () => sendTo(ready));
    }) satisfies Bring,
    503: asNobody(good),
  });

  const unacceptable = (draft: Draft) => withHeaders(draft, { accept: "text/html" });
  const huge = (draft: Draft): Draft => ({ ...draft, body: new Uint8Array(1024 * 1024 + 1) });
  const otherType = (draft: Draft) => withHeaders(draft, { "content-type": "text/plain" });
  const malformed = (draft: Draft): Draft => ({ ...draft, body: bytesOf("[]") });
  const noId = (draft: Draft) => withId(draft, "nonsense");
  const badQuery = (name: string) => (draft: Draft) => ({ ...draft, query: { [name]: "nonsense" } });

  const reads = (table: string, make = aUser, good: Change = unchanged) => ({
    ...secured(table, make, good),
    200: as(make, good),
    406: as(make, unacceptable),
  });
  const list = (table: string, make = aUser, parameter = "page") => ({
    ...reads(table, make),
    400: as(make, badQuery(parameter)),
  });
  /** Of what the caller has, who is given it first. */
  const ownList = (table: string, parameter: string, give: (caller: Signed) => Promise<unknown>) => ({
    ...list(table, aUser, parameter),
    200: as(aUser, async (draft, caller) => {
      await give(caller);
      return draft;
    }),
  });
  const byId = (table: string, make = aUser, good: Change = unchanged) => ({
    ...reads(table, make, good),
    400: as(make, noId),
    404: as(make),
  });
  const takes = (make = aUser) => ({
    400: as(make, malformed),
    406: as(make, unacceptable),
    413: as(make, huge),
    415: as(make, otherType),
  });
  const takesFromNobody = {
    400: asNobody(malformed),
    406: asNobody(unacceptable),
    413: asNobody(huge),
    415: asNobody(otherType),
  };
  const creates = (table: string, good: Change) => ({
    ...secured(table, aUser, good),
    ...takes(),
    201: as(aUser, good),
  });
  const replaces = (table: string, make = aUser, good: Change = unchanged) => ({
    ...secured(table, make, good),
    ...takes(make),
    200: as(make, good),
  });

  const newEmail: Change = (draft) => withMembers(draft, { email: anEmail() });
  const takenEmail = async (draft: Draft) => withMembers(draft, { email: (await aUser()).user.email.toUpperCase() });
  const ownId: Change = (draft, { user }) => withId(draft, user.id);
  const ownUser: Change = (draft, caller) =>
    currentPassword(withMembers(withId(draft, caller.user.id), { email: anEmail() }), caller);
  const aProduct: Change = async (draft) => withId(draft, (await server.product()).id);
  const ofAProduct: Change = async (draft) =>
    withMembers(draft, { items: [{ productId: (await server.product()).id, quantity: 2 }] });
  const ownOrder: Change = async (draft, caller) => withId(draft, (await server.order(caller)).id);
  const ownEndedOrder: Change = async (draft, caller) => {
    const { id } = await server.order(caller);
    await server.data("PATCH", `/v1/orders/${id}/pay`, { as: caller });
    return withId(draft, id);
  };
  const ownNotification: Change = async (draft, as) => {
    const { items } = await server.data<{ items: { id: string }[] }>("GET", "/v1/notifications", { as });
    return withId(draft, items[0]?.id ?? "");
  };
  const ownFile: Change = async (draft, as) => withId(draft, (await server.file(as)).id);
  const found = (good: Change) => ({ 200: as(aUser, good), 400: as(aUser, noId), 404: as(aUser) });
  const ownToken = async (draft: Draft) => withMembers(draft, { refreshToken: (await aUser()).refreshToken });

  const accountToSignInTo = async () => {
    const email = anEmail();
    await createAccount(server.database, { name: "Ada", email, password: aPassword }, Date.now());
    return { email, password: aPassword };
  };
  const overQuota: Bring = async (draft, sendTo) => {
    const body = JSON.stringify({ email: anEmail(), password: aPassword });
    const headers = { "content-type": "application/json" };
    await fetch(`${frugal.baseUrl}/v1/auth/login`, { method: "POST", headers, body });
    return sendTo({ ...draft, body: bytesOf(body) }, frugal.baseUrl);
  };

  const tooManyAccounts: Bring = async (draft, sendTo) => {
    const body = JSON.stringify({ name: "Ada", email: anEmail(), password: aPassword });
    const headers = { "content-type": "application/json" };
    await fetch(`${frugal.baseUrl}/v1/auth/register`, { method: "POST", headers, body });
    return sendTo(withMembers(draft, { email: anEmail() }), frugal.baseUrl);
  };
  const tooManyUsers: Bring = async (draft, ...rest) =>
    tooManyAccounts(withHeaders(draft, { authorization: `Bearer ${(await aUser()).accessToken}` }), ...rest);

  const aUserWithPassword = () => server.someone({ password: aPassword });
  const currentPassword: Change = (draft) => withMembers(draft, { currentPassword: aPassword });
  const guessed: Change = (draft) => withMembers(draft, { currentPassword: "a guess" });
  /** Fails once where failures are few, and tries again. */
  const guessesTooOften =
    (change: Change): Bring =>
    async (draft, sendTo) => {
      const caller = await aUserWithPassword();
      const ready = withHeaders(await change(draft, caller), { authorization: `Bearer ${caller.accessToken}` });
      const { path: url, method, headers, body } = ready;
      await fetch(`${frugal.baseUrl}${url}`, { method, headers, body });
      return sendTo(ready, frugal.baseUrl);
    };
  const ownReset = async (draft: Draft) =>
    withMembers(draft, { token: await issueReset(server.database, (await aUser()).user, Date.now()) });
  const tooManyResets: Bring = async (draft, sendTo) => {
    const { path, method, headers, body } = draft;
    await fetch(`${frugal.baseUrl}${path}`, { method, headers, body });
    return sendTo(draft, frugal.baseUrl);
  };

  /** The form that the example stands for. */
  const aForm = (draft: Draft, content = "Remember the milk.", field = "file"): Draft => {
    const part = `Content-Disposition: form-data; name="${field}"; filename="note.txt"\r\nContent-Type: text/plain`;
    return {
      ...withHeaders(draft, { "content-type": "multipart/form-data; boundary=edge" }),
      body: bytesOf(`--edge\r\n${part}\r\n\r\n${content}\r\n--edge--\r\n`),
    };
  };
  const goodForm: Change = (draft) => aForm(draft);

  const user = byId("placeholder_users", aUser, ownId);
  let forged: readonly string[] | undefined;
  return {
    // A password that was right is remembered with the network that it came from, whatever becomes of the request.
    counters: ["placeholder_login_attempts", "placeholder_known_networks"],
    async strangers(draft) {
      forged ??= await badTokens(server, await aUser());
      return forged.map((token) => ({
        who: `the token ${token.slice(0, 200)}`,
        draft: withHeaders(draft, { authorization: `Bearer ${token}` }),
        status: 401,
      }));
    },
    async foreigners(draft, { operationId }) {
      // Products are everybody's, and accounts the administrators'.
      const makes = /Product$/.test(operationId) ? [] : /User$/.test(operationId) ? [aUser] : [aUser, anAdmin];
      const others = await Promise.all(makes.map((make) => make()));
      return others.map(({ user, accessToken }) => ({
        who: `another ${user.role}`,
        draft: withHeaders(draft, { authorization: `Bearer ${accessToken}` }),
      }));
    },
    lists: { listOrders: items, listFiles: items },
    bring: {
      register: {
        ...open("placeholder_users", (draft) => withMembers(draft, { email: anEmail() })),
        ...takesFromNobody,
        201: asNobody((draft) => withMembers(draft, { email: anEmail() })),
        409: asNobody(takenEmail),
        429: tooManyAccounts,
      },
      login: {
        ...open("placeholder_emails", async (draft) => withMembers(draft, await accountToSignInTo())),
        ...takesFromNobody,
        200: asNobody(async (draft) => withMembers(draft, await accountToSignInTo())),
        401: asNobody((draft) => withMembers(draft, { email: anEmail() })),
        429: overQuota,
      },
      refreshSession: {
        ...open("placeholder_sessions", ownToken),
        ...takesFromNobody,
        200: asNobody(ownToken),
        401: asNobody(),
      },
      logout: { ...secured("placeholder_sessions"), 204: as(aUser) },
      logoutEverywhere: { ...secured("placeholder_sessions"), 204: as(aUser) },
      changePassword: {
        ...replaces("placeholder_known_networks", aUserWithPassword, currentPassword),
        403: as(aUserWithPassword, guessed),
        429: guessesTooOften(guessed),
      },
      requestPasswordReset: {
        ...open("placeholder_login_attempts", (draft) => withMembers(draft, { email: anEmail() })),
        ...takesFromNobody,
        202: asNobody((draft) => withMembers(draft, { email: anEmail() })),
        429: tooManyResets,
      },
      resetPassword: {
        ...open("placeholder_password_resets", ownReset),
        400: asNobody(),
        413: asNobody(huge),
        415: asNobody(otherType),
        204: asNobody(ownReset),
        429: tooManyResets,
      },
      getMe: reads("placeholder_users"),
      updateMe: replaces("placeholder_users"),
      listUsers: { ...list("placeholder_users", anAdmin), 403: as(aUser) },
      createUser: { ...creates("placeholder_users", newEmail), 409: as(aUser, takenEmail), 429: tooManyUsers },
      createUserWithPassword: {
        ...creates("placeholder_users", newEmail),
        409: as(aUser, takenEmail),
        429: tooManyUsers,
      },
      getUser: user,
      updateUser: {
        ...replaces("placeholder_users", aUserWithPassword, ownUser),
        403: as(aUser, (draft, caller) => withMembers(withId(draft, caller.user.id), { role: "admin" })),
        404: as(aUser),
        409: as(aUserWithPassword, async (draft, caller) =>
          currentPassword(withId(await takenEmail(draft), caller.user.id), caller),
        ),
        429: guessesTooOften((draft, caller) => guessed(ownUser(draft, caller) as Draft, caller)),
      },
      deleteUser: user,
      listProducts: list("placeholder_products"),
      createProduct: { ...secured("placeholder_users", anAdmin), 403: as(aUser), 501: as(anAdmin) },
      getProduct: byId("placeholder_products", aUser, aProduct),
      updateProduct: {
        ...replaces("placeholder_products", anAdmin, aProduct),
        403: as(aUser),
        404: as(anAdmin),
      },
      deleteProduct: { ...byId("placeholder_products", anAdmin, aProduct), 403: as(aUser) },
      listOrders: ownList("placeholder_orders", "page", (caller) => server.order(caller)),
      createOrder: creates("placeholder_orders", ofAProduct),
      getOrder: byId("placeholder_orders", aUser, ownOrder),
      cancelOrder: { ...byId("placeholder_orders", aUser, ownOrder), 409: as(aUser, ownEndedOrder) },
      payOrder: { ...byId("placeholder_orders", aUser, ownOrder), 409: as(aUser, ownEndedOrder) },
      uploadFile: {
        ...secured("placeholder_files", aUser, goodForm),
        201: as(aUser, goodForm),
        400: as(aUser, (draft) => aForm(draft, "text", "other")),
        406: as(aUser, (draft) => unacceptable(aForm(draft))),
        413: as(aUser, (draft) => aForm(draft, "x".repeat(10 * 1024 * 1024 + 1))),
        415: as(aUser, (draft) => aForm(draft, "<html>")),
      },
      listFiles: ownList("placeholder_files", "cursor", (caller) => server.file(caller)),
      downloadFile: { ...secured("placeholder_files", aUser, ownFile), ...found(ownFile) },
      deleteFile: byId("placeholder_files", aUser, ownFile),
      getDashboard: { ...reads("placeholder_orders", anAdmin), 403: as(aUser) },
      getAnalytics: { ...list("placeholder_orders", anAdmin, "from"), 403: as(aUser) },
      listNotifications: list("placeholder_notifications"),
      markNotificationRead: byId("placeholder_notifications", aUser, ownNotification),
      getSettings: reads("placeholder_settings"),
      updateSettings: replaces("placeholder_settings"),
      getHealth: { ...open("placeholder_products"), 200: asNobody(), 406: asNobody(unacceptable) },
      getVersion: { ...open("migrations"), 200: asNobody(), 406: asNobody(unacceptable) },
    },
  };
}

export default {
  async start() {
    const server = new PlaceholderServer();
    await server.start({});
    const { database, baseUrl } = server;
    const frugal = await startTestServer({
      apis: ["placeholder"],
      config: { quotaFailedLogins: 1, quotaRegistrations: 1, quotaPasswordResets: 1 },
      database,
    });
    return {
      plan: planFor(server, frugal),
      baseUrl,
      database,
      async stop() {
        await frugal.stop();
        await server.stop();
      },
    };
  },
} satisfies ContractPlan;
