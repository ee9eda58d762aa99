/** From the address to the page: who is signed in, which business, project and environment, and what of it is shown. */
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { base, go, useAddress } from "./address.ts";
import { Frame } from "./frame.tsx";
import { Home, Nothing } from "./pages/home.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { currentSession, followSession, type Scope, ScopeContext, type Session, SessionContext } from "./session.ts";
import { Failure } from "./ui/loading.tsx";

interface PageProps {
  readonly url: URL;
  /** The rest of the path, decoded. */
  readonly rest: readonly string[];
}

type Page = ComponentType<PageProps>;

/** Pages are fetched when they are first opened. */
const ofProject: Readonly<Record<string, () => Promise<Page>>> = {
  issues: async () => (await import("./pages/issues.tsx")).Issues,
  events: async () => (await import("./pages/events.tsx")).Events,
  logs: async () => (await import("./pages/logs.tsx")).Logs,
  traces: async () => (await import("./pages/traces.tsx")).Traces,
  metrics: async () => (await import("./pages/metrics.tsx")).Metrics,
  vitals: async () => (await import("./pages/vitals.tsx")).Vitals,
  symbols: async () => (await import("./pages/symbols.tsx")).Symbols,
  quotas: async () => (await import("./pages/quotas.tsx")).Quotas,
};
const ofBusiness: Readonly<Record<string, () => Promise<Page>>> = {
  keys: async () => (await import("./pages/keys.tsx")).Keys,
  webhooks: async () => (await import("./pages/webhooks.tsx")).Webhooks,
  sales: async () => (await import("./pages/sales.tsx")).Sales,
  quotas: async () => (await import("./pages/quotas.tsx")).Quotas,
  audit: async () => (await import("./pages/audit.tsx")).AuditLog,
};
/** At `/console/-/<page>`. */
const ofInstallation: Readonly<Record<string, () => Promise<Page>>> = {
  tenants: async () => (await import("./pages/installation.tsx")).Tenants,
  jobs: async () => (await import("./pages/installation.tsx")).Jobs,
  nodes: async () => (await import("./pages/installation.tsx")).Nodes,
  ordering: async () => (await import("./pages/ordering.tsx")).Ordering,
  wallet: async () => (await import("./pages/wallet.tsx")).Wallet,
};

export function App(): JSX.Element | null {
  const url = useAddress();
  const [session, setSession] = useState<Session | null | undefined>();
  const [failure, setFailure] = useState<unknown>();
  const signingIn = url.pathname === `${base}/sign-in`;
  useEffect(() => followSession(setSession), []);
  useEffect(() => {
    if (signingIn) return;
    currentSession().then(setSession, setFailure);
  }, []);
  if (failure !== undefined) return <Failure error={failure} again={() => location.reload()} />;
  if (signingIn || session === null)
    return (
      <SignIn
        url={signingIn ? url : null}
        onSession={(began, back) => {
          setSession(began);
          if (signingIn) go(back, "replace");
        }}
      />
    );
  if (session === undefined) return null;
  return (
    <SessionContext.Provider value={session}>
      {/* Nothing that one person has opened or typed is left to another. */}
      <Routed key={session.person.id} url={url} session={session} onSignedOut={() => setSession(null)} />
    </SessionContext.Provider>
  );
}

interface RoutedProps {
  readonly url: URL;
  readonly session: Session;
  readonly onSignedOut: () => void;
}

function Routed({ url, session, onSignedOut }: RoutedProps): JSX.Element {
  const [business = "", project = "", environment = "", page = "", ...rest] = url.pathname
    .slice(base.length + 1)
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const [scope, setScope] = useState<Scope | null>(null);
  const now = scopeOf(session, business, project, environment);
  // One object as long as it is the same scope: what pages ask follows from it.
  if (!sameScope(scope, now)) setScope(now);
  const current = sameScope(scope, now) ? scope : now;
  const pages = current?.project === null ? ofBusiness : ofProject;
  if (business === "-" && session.person.everywhere)
    return (
      <Frame url={url} page={project} onSignedOut={onSignedOut}>
        {Object.hasOwn(ofInstallation, project) && (environment === "" || project === "wallet") ? (
          <Lazy
            key={`installation ${project}`}
            load={ofInstallation[project]}
            url={url}
            rest={[environment, page, ...rest].filter((part) => part !== "")}
          />
        ) : (
          <Nothing />
        )}
      </Frame>
    );
  return (
    <ScopeContext.Provider value={current}>
      <Frame url={url} page={page} onSignedOut={onSignedOut}>
        {business === "" ? (
          <Home />
        ) : current === null || !Object.hasOwn(pages, page) ? (
          <Nothing />
        ) : (
          <Lazy key={`${current.project === null} ${page}`} load={pages[page]} url={url} rest={rest} />
        )}
      </Frame>
    </ScopeContext.Provider>
  );
}

function scopeOf(session: Session, business: string, project: string, environment: string): Scope | null {
  const owner = session.businesses.find(({ slug }) => slug === business);
  if (owner === undefined || (environment !== "test" && environment !== "live")) return null;
  if (project === "-") return { business: owner, project: null, environment };
  const found = owner.projects.find(({ slug }) => slug === project);
  return found === undefined ? null : { business: owner, project: found, environment };
}

function sameScope(a: Scope | null, b: Scope | null): boolean {
  return a?.business === b?.business && a?.project === b?.project && a?.environment === b?.environment;
}

interface LazyProps extends PageProps {
  readonly load: (() => Promise<Page>) | undefined;
}

function Lazy({ load, url, rest }: LazyProps): JSX.Element | null {
  const [Page, set] = useState<Page | null>(null);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    load?.().then((found) => set(() => found), setFailure);
  }, []);
  if (failure !== undefined) return <Failure error={failure} again={() => location.reload()} />;
  return Page === null ? null : <Page url={url} rest={rest} />;
}
