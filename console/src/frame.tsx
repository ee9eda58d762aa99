/** What stands around every page: the bar, whose data is shown, and the list of pages. */
import type { ComponentChildren, JSX } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { base, go } from "./address.ts";
import { homeOf, type Scope, ScopeContext, signOut, useSession } from "./session.ts";
import { Failure } from "./ui/loading.tsx";

const projectPages = [
  ["issues", "Issues"],
  ["events", "Events"],
  ["logs", "Logs"],
  ["traces", "Traces"],
  ["metrics", "Metrics"],
  ["vitals", "Web vitals"],
  ["symbols", "Symbols"],
  ["quotas", "Quotas"],
] as const;
const businessPages = [
  ["keys", "API keys"],
  ["webhooks", "Webhooks"],
  ["sales", "Insurance sales"],
  ["quotas", "Quotas"],
  ["audit", "Audit log"],
] as const;
const installationPages = [
  ["tenants", "Tenants"],
  ["jobs", "Jobs"],
  ["nodes", "Nodes"],
  ["wallet", "Wallet"],
  ["ordering", "Ordering"],
] as const;

interface FrameProps {
  readonly url: URL;
  readonly page: string;
  readonly onSignedOut: () => void;
  readonly children: ComponentChildren;
}

export function Frame({ url, page, onSignedOut, children }: FrameProps): JSX.Element {
  const scope = useContext(ScopeContext);
  const main = useRef<HTMLElement>(null);
  const path = useRef(url.pathname);
  useEffect(() => {
    document.documentElement.dataset.environment = scope?.environment ?? "";
  }, [scope]);
  useEffect(() => {
    if (path.current !== url.pathname) main.current?.focus({ preventScroll: true });
    path.current = url.pathname;
  }, [url.pathname]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Bar scope={scope} page={page} onSignedOut={onSignedOut} />
      <div class="columns">
        {scope !== null && <Pages scope={scope} page={page} />}
        {scope === null && installationPages.some(([name]) => name === page) && <InstallationPages page={page} />}
        <main id="content" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

interface BarProps {
  readonly scope: Scope | null;
  readonly page: string;
  readonly onSignedOut: () => void;
}

function Bar({ scope, page, onSignedOut }: BarProps): JSX.Element {
  const session = useSession();
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => setFailure(null), [scope, page]);
  const scopes = session.businesses.flatMap((business) =>
    [null, ...business.projects].map((project) => ({
      business,
      project,
      environment: scope?.environment ?? ("test" as const),
    })),
  );
  const there = scope === null ? "" : homeOf(scope);
  const move = (to: Scope) => {
    const pages: readonly (readonly string[])[] = to.project === null ? businessPages : projectPages;
    const same = pages.some(([name]) => name === page);
    go(`${homeOf(to)}/${same ? page : pages[0]?.[0]}`);
  };
  const leave = () => {
    setFailure(null);
    signOut().then((url) => {
      if (url !== null) return location.assign(url);
      onSignedOut();
      go(base);
    }, setFailure);
  };
  return (
    <header class="bar">
      <a class="brand" href={base}>
        Accord
      </a>
      {scopes.length > 0 && (
        <select
          aria-label="Business and project"
          value={there}
          onChange={({ currentTarget }) => {
            const to = scopes.find((choice) => homeOf(choice) === currentTarget.value);
            if (to !== undefined) move(to);
          }}
        >
          {scope === null && <option value="">Choose a project</option>}
          {scopes.map((choice) => (
            <option key={homeOf(choice)} value={homeOf(choice)}>
              {choice.business.name}
              {choice.project === null ? "" : ` / ${choice.project.name}`}
            </option>
          ))}
        </select>
      )}
      {scope !== null && (
        // biome-ignore lint/a11y/useSemanticElements: two buttons, no form
        <div class="environments" role="group" aria-label="Environment">
          {(["test", "live"] as const).map((environment) => (
            <button
              type="button"
              key={environment}
              aria-pressed={scope.environment === environment}
              onClick={() => move({ ...scope, environment })}
            >
              {environment === "test" ? "Test" : "Live"}
            </button>
          ))}
        </div>
      )}
      <span class="space" />
      <a href="/docs/handbook/console">Guide</a>
      <Theme />
      <span class="person" title="Signed in">
        {session.person.name}
      </span>
      <button type="button" onClick={leave}>
        Sign out
      </button>
      {failure !== null && <Failure error={failure} again={leave} />}
    </header>
  );
}

function Pages({ scope, page }: { readonly scope: Scope; readonly page: string }): JSX.Element {
  const pages = scope.project === null ? businessPages : projectPages;
  const other = scope.project === null ? scope.business.projects[0] : null;
  return (
    <nav class="pages" aria-label="Pages">
      <ul>
        {pages.map(([name, title]) => (
          <li key={name}>
            <a href={`${homeOf(scope)}/${name}`} aria-current={name === page ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        {scope.project !== null && (
          <li>
            <a href={`${homeOf({ ...scope, project: null })}/keys`}>{scope.business.name}: keys, audit log</a>
          </li>
        )}
        {other !== null && other !== undefined && (
          <li>
            <a href={`${homeOf({ ...scope, project: other })}/issues`}>{other.name}: issues, events, logs</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function InstallationPages({ page }: { readonly page: string }): JSX.Element {
  return (
    <nav class="pages" aria-label="Pages">
      <ul>
        {installationPages.map(([name, title]) => (
          <li key={name}>
            <a href={`${base}/-/${name}`} aria-current={name === page ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Kept under the name that the guides and references use too. */
function Theme(): JSX.Element {
  const root = document.documentElement;
  const [dark, set] = useState(root.classList.contains("dark"));
  return (
    <button
      type="button"
      aria-label="Dark mode"
      aria-pressed={dark}
      onClick={() => {
        localStorage.setItem("colorMode", dark ? "light" : "dark");
        root.classList.remove("dark", "light");
        root.classList.add(dark ? "light" : "dark");
        set(!dark);
      }}
    >
      {dark ? "☀" : "☾"}
    </button>
  );
}
