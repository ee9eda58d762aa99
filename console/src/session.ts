/** Who is signed in, and the tokens with which the other APIs are asked. */
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { paths as InsurancePaths } from "../../generated/insurance/types.ts";
import type { components as ManagementComponents, paths as ManagementPaths } from "../../generated/management/types.ts";
import type { paths as ObservabilityPaths } from "../../generated/observability/types.ts";
import type { paths as OrderingPaths } from "../../generated/ordering/types.ts";
import type { paths as WalletPaths } from "../../generated/wallet/types.ts";
import { base } from "./address.ts";
import { createClient, Refusal } from "./client.ts";

export type Session = ManagementComponents["schemas"]["Session"];
export type Environment = "test" | "live";
export type Business = Session["businesses"][number];
export type Project = Business["projects"][number];

let current: Session | null = null;
const tokens = new Map<string, { readonly token: string; readonly expiresAt: number }>();
const listeners = new Set<(session: Session | null) => void>();

/** Calls `listener` when the session has ended, and when another person has signed in from another tab. */
export function followSession(listener: (session: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener(current);
}

export const managementApi = createClient<ManagementPaths>(
  "/management",
  async (method) => (method === "get" ? {} : { "X-CSRF-Token": current?.csrfToken ?? "" }),
  () => {
    const sender = current;
    return async (status, repeated) => {
      if (sender === null) return false;
      if (status === 401) {
        ended();
        tell();
      }
      return status === 403 && !repeated && (await isRenewed(sender));
    };
  },
);

/** Asks for the session alone. A refusal here asks for nothing else: whatever stands before the server may refuse everything. */
const sessionApi = createClient<ManagementPaths>(
  "/management",
  async () => ({}),
  () => async () => false,
);

/**
 * Whether the sender of a refused request has a newer session. All tabs share the session's cookie, so that signing in from another tab makes
 * the CSRF token of this one invalid. The refusal is the same as one of a role: only the session tells them apart.
 */
async function isRenewed(sender: Session): Promise<boolean> {
  const now = await sessionApi.get("/v1/session");
  if (now.csrfToken === sender.csrfToken) return false;
  began(now);
  if (now.person.id === sender.person.id) return true;
  tell();
  return false;
}

export async function signIn(code: string): Promise<Session> {
  return began(await managementApi.post("/v1/sessions", { body: { code } }));
}

export async function signInProvider(): Promise<{ readonly name: string } | null> {
  return (await managementApi.get("/v1/sign-in")).provider;
}

/** What this window keeps while its reader is at the provider: the attempt, and where to go on afterwards. */
const attemptName = "accordSignIn";

export async function goToProvider(): Promise<void> {
  const { url, attempt } = await managementApi.post("/v1/sign-in/provider");
  const back = location.pathname === `${base}/sign-in` ? base : location.pathname + location.search;
  sessionStorage.setItem(attemptName, JSON.stringify({ attempt, back }));
  location.assign(url);
}

/** Signs in with what the provider has answered, and says where to go on. */
export async function completeSignIn(answer: string): Promise<{ readonly session: Session; readonly back: string }> {
  const kept = sessionStorage.getItem(attemptName);
  if (kept === null) throw new Error("This sign-in began in another window. Begin again here.");
  sessionStorage.removeItem(attemptName);
  const { attempt, back } = JSON.parse(kept) as { attempt: string; back: string };
  const session = began(await managementApi.post("/v1/sign-in/provider/session", { body: { attempt, answer } }));
  return { session, back };
}

/** Whether this browser has signed in: who never has is not worth a refused request. The session itself is out of reach of scripts. */
const mark = "accordSignedIn";

/** Null when nobody is signed in. */
export async function currentSession(): Promise<Session | null> {
  if (localStorage.getItem(mark) === null) return null;
  try {
    return began(await managementApi.get("/v1/session"));
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    ended();
    return null;
  }
}

/** Says where signing out goes on; null where it is done, also when the session had ended before. */
export async function signOut(): Promise<string | null> {
  try {
    const { url } = await managementApi.post("/v1/sign-in/provider/sign-out");
    ended();
    return url;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null;
    throw error;
  }
}

function ended(): void {
  current = null;
  localStorage.removeItem(mark);
  tokens.clear();
}

function began(session: Session): Session {
  current = session;
  localStorage.setItem(mark, "yes");
  tokens.clear();
  return session;
}

/** What a page shows data of. */
export interface Scope {
  readonly business: Business;
  /** Null for the business as a whole. */
  readonly project: Project | null;
  readonly environment: Environment;
}

/** For the installation as a whole where `business` is null. */
async function accessToken(
  { business, project, environment }: Omit<Scope, "business"> & { readonly business: Business | null },
  renew: boolean,
): Promise<string> {
  // Of the person too: an answer may come after another person has signed in.
  const name = [current?.person.id, business?.id, project?.id, environment].join(" ");
  const known = tokens.get(name);
  if (!renew && known !== undefined && known.expiresAt > Date.now() + 30_000) return known.token;
  const { token, expiresAt } = await managementApi.post("/v1/access-tokens", {
    body: { businessId: business?.id ?? null, projectId: project?.id ?? null, environment },
  });
  tokens.set(name, { token, expiresAt: Date.parse(expiresAt) });
  return token;
}

const installation = { business: null, project: null, environment: "live" } as const;

/** For operators of the installation. */
export const walletApi = createClient<WalletPaths>("/wallet", async (_method, renew) => ({
  "x-api-key": await accessToken(installation, renew),
}));

export const orderingApi = createClient<OrderingPaths>("/ordering", async (_method, renew) => ({
  "x-api-key": await accessToken(installation, renew),
}));

export const SessionContext = createContext<Session | null>(null);
export const ScopeContext = createContext<Scope | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("nobody is signed in");
  return session;
}

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (scope === null) throw new Error("this page belongs to no business");
  return scope;
}

/** Clients that ask for data of the page's scope. */
export function useApis() {
  const scope = useScope();
  return useMemo(() => {
    const credentials = async (_method: string, renew: boolean) => ({ "x-api-key": await accessToken(scope, renew) });
    return {
      observability: createClient<ObservabilityPaths>("/observability", credentials),
      insurance: createClient<InsurancePaths>("/insurance", credentials),
    };
  }, [scope]);
}

/** Where the pages of a scope are: `/console/<business>/<project>/<environment>`, with `-` for the business as a whole. */
export function homeOf({ business, project, environment }: Scope): string {
  return `/console/${business.slug}/${project?.slug ?? "-"}/${environment}`;
}

type ManagementSchemas = ManagementComponents["schemas"];

export function createKey(businessId: string, wanted: ManagementSchemas["ApiKeyInput"]) {
  return managementApi.post("/v1/businesses/{businessId}/keys", { path: { businessId }, body: wanted });
}

export function revokeKey(businessId: string, keyId: string) {
  return managementApi.post("/v1/businesses/{businessId}/keys/{keyId}/revoke", { path: { businessId, keyId } });
}
