import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { components } from "../../../generated/management/types.ts";
import { createKey, managementApi, revokeKey, useScope } from "../session.ts";
import { Await, Failure, More, usePages } from "../ui/loading.tsx";
import { Copy, Empty, Heading, Scrolled, Time } from "../ui/parts.tsx";

type ApiKey = components["schemas"]["ApiKey"];
type Scope = components["schemas"]["Scope"];

const scopes: readonly Scope[] = [
  "ingest:write",
  "events:read",
  "issues:write",
  "metrics:read",
  "traces:read",
  "symbols:read",
  "symbols:upload",
  "symbols:reprocess",
];

export function Keys({ url }: { readonly url: URL }): JSX.Element {
  const { business, environment } = useScope();
  const keys = usePages<ApiKey>(
    (cursor, signal) =>
      managementApi.get("/v1/businesses/{businessId}/keys", {
        path: { businessId: business.id },
        query: { limit: 100, cursor },
        signal,
      }),
    [business.id, url.search],
  );
  const isOwner = business.role === "owner";
  const projectOf = (id: string | null) =>
    business.projects.find((project) => project.id === id)?.name ?? "Whole business";
  return (
    <>
      <Heading name="API keys" />
      {isOwner ? (
        <NewKey onMade={keys.again} />
      ) : (
        <p class="quiet">
          You are {business.role === "operator" ? "an operator" : "a viewer"}: only owners make and revoke keys.
        </p>
      )}
      <Await from={keys}>
        {(all) => {
          const shown = all.filter((key) => key.environment === environment);
          return shown.length === 0 ? (
            <Empty>There is no key for {environment} data yet.</Empty>
          ) : (
            <>
              <Scrolled name="API keys">
                <table>
                  <thead>
                    <tr>
                      <th>Key</th>
                      <th>State</th>
                      <th>For</th>
                      <th class="wraps">Scopes</th>
                      <th>Label</th>
                      <th>Made</th>
                      <th>Last used</th>
                      {isOwner && (
                        <th>
                          <span class="hidden">Revoke</span>
                        </th>
                      )}
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map((key) => (
                      <tr key={key.id}>
                        <td>
                          <code>{key.id}</code>
                        </td>
                        <td>
                          <span
                            class={`tag ${key.state === "active" ? "good" : key.state === "revoked" ? "bad" : "warn"}`}
                          >
                            {key.state}
                          </span>
                        </td>
                        <td>{projectOf(key.projectId)}</td>
                        <td class="wraps">{key.scopes.join(" ")}</td>
                        <td class="wraps">{key.label}</td>
                        <td>
                          <Time at={key.createdAt} />
                        </td>
                        <td>{key.lastUsedAt === null ? "never" : <Time at={key.lastUsedAt} />}</td>
                        {isOwner && (
                          <td>{key.state !== "revoked" && <Revoke apiKey={key} onRevoked={keys.again} />}</td>
                        )}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={keys} />
            </>
          );
        }}
      </Await>
    </>
  );
}

function NewKey({ onMade }: { readonly onMade: () => void }): JSX.Element {
  const { business, environment } = useScope();
  const [made, setMade] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [projectId, setProject] = useState(business.projects[0]?.id ?? "");
  const submit = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = {
      projectId: projectId === "" ? null : projectId,
      environment,
      scopes: projectId === "" ? [] : scopes.filter((scope) => form.has(scope)),
      label: String(form.get("label") ?? ""),
    };
    createKey(business.id, wanted).then(({ key }) => {
      setMade(key);
      setFailure(null);
      onMade();
    }, setFailure);
  };
  return (
    <details class="card">
      <summary>Make a key for {environment} data</summary>
      <form class="filters" onSubmit={submit}>
        <label>
          For
          <select value={projectId} onChange={({ currentTarget }) => setProject(currentTarget.value)}>
            {business.projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="">The whole business (insurance)</option>
          </select>
        </label>
        <label>
          Label
          <input name="label" maxLength={200} autocomplete="off" />
        </label>
        {projectId !== "" && (
          <fieldset>
            <legend>It may</legend>
            {scopes.map((scope) => (
              <label key={scope}>
                <input type="checkbox" name={scope} defaultChecked={scope === "ingest:write"} /> {scope}
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" class="first">
          Make the key
        </button>
      </form>
      {failure !== null && <Failure error={failure} />}
      {made !== null && (
        <div role="status">
          <p>Keep it now: it is not shown again.</p>
          <pre>{made}</pre>
          <Copy text={made} />
        </div>
      )}
    </details>
  );
}

function Revoke({ apiKey, onRevoked }: { readonly apiKey: ApiKey; readonly onRevoked: () => void }): JSX.Element {
  const { business } = useScope();
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const revoke = () => {
    revokeKey(business.id, apiKey.id).then(() => {
      dialog.current?.close();
      onRevoked();
    }, setFailure);
  };
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Revoke<span class="hidden"> {apiKey.id}</span>
      </button>
      <dialog ref={dialog} aria-label="Revoke a key">
        <p>
          Revoke <code>{apiKey.id}</code>? Whoever uses it is refused within five seconds, and it never comes back.
        </p>
        {failure !== null && <Failure error={failure} />}
        <p class="line">
          <button type="button" class="first" onClick={revoke}>
            Revoke it
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </p>
      </dialog>
    </>
  );
}
