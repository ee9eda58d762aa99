/** How each operation of the placeholder API gets to each of its documented statuses. */

import { createAccount } from "#src/apis/placeholder/accounts.ts";
import { issueReset } from "#src/apis/placeholder/credentials/password-resets.ts";
import { anEmail } from "#test/builders/identity.ts";
import { aPassword, PlaceholderServer, type Signed } from "#test/builders/placeholder.ts";
import { forgedTokens } from "#test/support/forged-tokens.ts";
import { startTestServer } from "#test/support/server.ts";
import { type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { type Change as ChangeFor, callers, nobody } from "../../../scripts/contract-runner/shapes.ts";

type Change = ChangeFor<Signed>;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const withId = (draft: Draft, id: string): Draft => ({ ...draft, path: draft.path.replace(uuid, id) });
const items = (body: { readonly data: { readonly items: readonly unknown[] } }) => body.data.items;

/** `frugal` is a second server on the same database, where one attempt to sign in may fail and one account may be made. */
function planFor(server: PlaceholderServer, frugal: { readonly baseUrl: string }): Plan {
  const aUser = () => server.aUser();
  const anAdmin = () => server.anAdmin();
  const sign = (draft: Draft, { accessToken }: Signed) =>
    withHeaders(draft, { authorization: `Bearer ${accessToken}` });
  const visitors = callers({ ...nobody, server, frugal });
  const { as, operation, ofOwn } = callers({ server, make: aUser, sign, frugal });
  const admins = callers({ server, make: anAdmin, sign, usual: { 403: as() } });
  const withPassword = callers({ server, make: () => server.aUser({ password: aPassword }), sign, frugal });

  const newEmail = (draft: Draft) => withMembers(draft, { email: anEmail() });
  const takenEmail = async (draft: Draft) => withMembers(draft, { email: (await aUser()).user.email.toUpperCase() });
  const ownId: Change = (draft, { user }) => withId(draft, user.id);
  const ownUser = (draft: Draft, { user }: Signed) => currentPassword(newEmail(withId(draft, user.id)));
  const aProduct: Change = async (draft) => withId(draft, (await server.aProduct()).id);
  const ofAProduct: Change = async (draft) =>
    withMembers(draft, { items: [{ productId: (await server.aProduct()).id, quantity: 2 }] });
  const ownOrder: Change = async (draft, caller) => withId(draft, (await server.anOrder(caller)).id);
  const ownEndedOrder: Change = async (draft, caller) => {
    const { id } = await server.anOrder(caller);
    await server.data("PATCH", `/v1/orders/${id}/pay`, { as: caller });
    return withId(draft, id);
  };
  const ownNotification: Change = async (draft, as) => {
    const { items } = await server.data<{ items: { id: string }[] }>("GET", "/v1/notifications", { as });
    return withId(draft, items[0]?.id ?? "");
  };
  const ownFile: Change = async (draft, as) => withId(draft, (await server.aFile(as)).id);
  const ownToken = async (draft: Draft) => withMembers(draft, { refreshToken: (await aUser()).refreshToken });

  const accountToSignInTo = async (draft: Draft) => {
    const email = anEmail();
    await createAccount(server.database, { name: "Ada", email, password: aPassword }, Date.now());
    return withMembers(draft, { email, password: aPassword });
  };
  const currentPassword = (draft: Draft) => withMembers(draft, { currentPassword: aPassword });
  const guessed = (draft: Draft) => withMembers(draft, { currentPassword: "a guess" });
  const ownReset = async (draft: Draft) =>
    withMembers(draft, { token: await issueReset(server.database, (await aUser()).user, Date.now()) });

  /** The form that the example stands for. */
  const aForm = (draft: Draft, content = "Remember the milk.", field = "file"): Draft => {
    const part = `Content-Disposition: form-data; name="${field}"; filename="note.txt"\r\nContent-Type: text/plain`;
    return {
      ...withHeaders(draft, { "content-type": "multipart/form-data; boundary=edge" }),
      body: bytesOf(`--edge\r\n${part}\r\n\r\n${content}\r\n--edge--\r\n`),
    };
  };
  const goodForm: Change = (draft) => aForm(draft);

  let forged: Readonly<Record<string, string>> | undefined;
  return {
    // A password that was right is remembered with the network that it came from, whatever becomes of the request.
    counters: ["request_budgets", "placeholder_known_networks"],
    async strangers(draft) {
      forged ??= await forgedTokens(server.masterKey, "placeholder", (await aUser()).accessToken, ["sub", "sid"]);
      return Object.entries(forged).map(([who, token]) => ({
        who,
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
      register: { ...visitors.operation("placeholder_users", newEmail), 409: visitors.as(takenEmail) },
      login: {
        ...visitors.operation("placeholder_emails", accountToSignInTo),
        401: visitors.as(newEmail),
        429: visitors.overBudget(newEmail),
      },
      refreshSession: visitors.operation("placeholder_sessions", ownToken),
      logout: operation("placeholder_sessions"),
      logoutEverywhere: operation("placeholder_sessions"),
      changePassword: {
        ...withPassword.operation("placeholder_known_networks", currentPassword),
        403: withPassword.as(guessed),
        429: withPassword.overBudget(guessed),
      },
      requestPasswordReset: visitors.operation("request_budgets", newEmail),
      resetPassword: { ...visitors.operation("placeholder_password_resets", ownReset), 429: visitors.overBudget() },
      getMe: operation("placeholder_users"),
      updateMe: operation("placeholder_users"),
      listUsers: admins.operation("placeholder_users"),
      createUser: { ...operation("placeholder_users", newEmail), 409: as(takenEmail) },
      createUserWithPassword: { ...operation("placeholder_users", newEmail), 409: as(takenEmail) },
      getUser: operation("placeholder_users", ownId),
      updateUser: {
        ...withPassword.operation("placeholder_users", ownUser),
        403: as((draft, { user }) => withMembers(withId(draft, user.id), { role: "admin" })),
        409: withPassword.as(async (draft, { user }) => currentPassword(withId(await takenEmail(draft), user.id))),
        429: withPassword.overBudget((draft, caller) => guessed(ownUser(draft, caller))),
      },
      deleteUser: operation("placeholder_users", ownId),
      listProducts: operation("placeholder_products"),
      createProduct: { ...admins.operation("placeholder_users"), 501: admins.as() },
      getProduct: operation("placeholder_products", aProduct),
      updateProduct: admins.operation("placeholder_products", aProduct),
      deleteProduct: admins.operation("placeholder_products", aProduct),
      listOrders: ofOwn("placeholder_orders", (caller) => server.anOrder(caller)),
      createOrder: operation("placeholder_orders", ofAProduct),
      getOrder: operation("placeholder_orders", ownOrder),
      cancelOrder: { ...operation("placeholder_orders", ownOrder), 409: as(ownEndedOrder) },
      payOrder: { ...operation("placeholder_orders", ownOrder), 409: as(ownEndedOrder) },
      uploadFile: {
        ...operation("placeholder_files", goodForm),
        400: as((draft) => aForm(draft, "text", "other")),
        413: as((draft) => aForm(draft, "x".repeat(10 * 1024 * 1024 + 1))),
        415: as((draft) => aForm(draft, "<html>")),
      },
      listFiles: ofOwn("placeholder_files", (caller) => server.aFile(caller)),
      downloadFile: operation("placeholder_files", ownFile),
      deleteFile: operation("placeholder_files", ownFile),
      getDashboard: admins.operation("placeholder_orders"),
      getAnalytics: admins.operation("placeholder_orders"),
      listNotifications: operation("placeholder_notifications"),
      markNotificationRead: operation("placeholder_notifications", ownNotification),
      getSettings: operation("placeholder_settings"),
      updateSettings: operation("placeholder_settings"),
      getHealth: visitors.operation("placeholder_products"),
      getVersion: visitors.operation("migrations"),
    },
  };
}

export default {
  async start() {
    const server = new PlaceholderServer();
    await server.start({});
    const frugal = await startTestServer({
      apis: ["placeholder"],
      config: { quotaFailedLogins: 1, quotaRegistrations: 1, quotaPasswordResets: 1 },
      database: server.database,
    });
    return startedPlan(planFor(server, frugal), server, frugal);
  },
} satisfies ContractPlan;
