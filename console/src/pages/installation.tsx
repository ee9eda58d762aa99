/** What belongs to all businesses: for operators of the installation. */
import type { JSX } from "preact";
import type { components } from "../../../generated/management/types.ts";
import { managementApi } from "../session.ts";
import { Await, More, useLoad, usePages } from "../ui/loading.tsx";
import { bytes, Empty, Heading, Scrolled, Time } from "../ui/parts.tsx";

type Schemas = components["schemas"];

export function Tenants(): JSX.Element {
  const tenants = usePages<Schemas["Tenant"]>(
    (cursor, signal) => managementApi.get("/v1/tenants", { query: { limit: 100, cursor }, signal }),
    [],
  );
  return (
    <>
      <Heading name="Tenants" />
      <Await from={tenants}>
        {(all) =>
          all.length === 0 ? (
            <Empty>
              <p>There is no business yet. Make one:</p>
              <pre>bin/accord business create "Acme Stores"</pre>
            </Empty>
          ) : (
            <>
              <Scrolled name="Tenants">
                <table>
                  <thead>
                    <tr>
                      <th>Business</th>
                      <th>Slug</th>
                      <th>Production</th>
                      <th>Projects</th>
                      <th>People</th>
                      <th>Keys</th>
                      <th>Made</th>
                    </tr>
                  </thead>
                  <tbody>
                    {all.map((tenant) => (
                      <tr key={tenant.id}>
                        <td>
                          <a href={`/console/${tenant.slug}/-/test/keys`}>{tenant.name}</a>
                        </td>
                        <td>
                          <code>{tenant.slug}</code>
                        </td>
                        <td>
                          {tenant.productionActivatedAt === null ? (
                            "not yet"
                          ) : (
                            <>
                              since <Time at={tenant.productionActivatedAt} />
                            </>
                          )}
                        </td>
                        <td>{tenant.projects}</td>
                        <td>{tenant.people}</td>
                        <td>{tenant.keys}</td>
                        <td>
                          <Time at={tenant.createdAt} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={tenants} />
            </>
          )
        }
      </Await>
    </>
  );
}

const tone: Readonly<Partial<Record<Schemas["JobCount"]["state"], string>>> = {
  failed: "bad",
  retrying: "warn",
  running: "good",
};

export function Jobs(): JSX.Element {
  const jobs = usePages<Schemas["JobCount"]>(
    (cursor, signal) => managementApi.get("/v1/jobs", { query: { limit: 200, cursor }, signal }),
    [],
  );
  return (
    <>
      <Heading name="Jobs" />
      <p class="quiet">
        Work that is done in the background, by kind. A failed job was given up after all its tries.{" "}
        <button type="button" onClick={jobs.again}>
          Look again
        </button>
      </p>
      <Await from={jobs}>
        {(all) =>
          all.length === 0 ? (
            <Empty>The queue is empty: all work is done.</Empty>
          ) : (
            <>
              <Scrolled name="Jobs">
                <table>
                  <thead>
                    <tr>
                      <th>Kind</th>
                      <th>State</th>
                      <th>Jobs</th>
                      <th>The first one</th>
                    </tr>
                  </thead>
                  <tbody>
                    {all.map(({ kind, state, jobs: count, oldest }) => (
                      <tr key={`${kind} ${state}`}>
                        <td>{kind}</td>
                        <td>
                          <span class={`tag ${tone[state] ?? ""}`}>{state}</span>
                        </td>
                        <td>{count.toLocaleString("en")}</td>
                        <td>
                          {state === "scheduled" ? "due " : "since "}
                          <Time at={oldest} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={jobs} />
            </>
          )
        }
      </Await>
    </>
  );
}

export function Nodes(): JSX.Element {
  const nodes = useLoad((signal) => managementApi.get("/v1/nodes", { signal }), []);
  return (
    <>
      <Heading name="Nodes" />
      <p class="quiet">
        What runs right now.{" "}
        <button type="button" onClick={nodes.again}>
          Look again
        </button>
      </p>
      <Await from={nodes}>
        {({ processes, databaseBytes, databaseNodes }) => (
          <>
            <h2>Servers and workers</h2>
            {processes.length === 0 ? (
              <Empty>No process gives its name to the database.</Empty>
            ) : (
              <Scrolled name="Servers and workers">
                <table>
                  <thead>
                    <tr>
                      <th>Process</th>
                      <th>Host</th>
                      <th>Number</th>
                      <th>Connections</th>
                    </tr>
                  </thead>
                  <tbody>
                    {processes.map(({ role, host, pid, connections }) => (
                      <tr key={`${host} ${pid} ${role}`}>
                        <td>accord {role}</td>
                        <td>{host}</td>
                        <td>{pid}</td>
                        <td>{connections}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
            )}
            <h2>Database</h2>
            {databaseNodes.length === 0 ? (
              <p>One PostgreSQL, with {bytes(databaseBytes ?? 0)}.</p>
            ) : (
              <Scrolled name="Nodes of the database">
                <table>
                  <thead>
                    <tr>
                      <th>Node</th>
                      <th>Role</th>
                      <th>Tenants</th>
                      <th>State</th>
                    </tr>
                  </thead>
                  <tbody>
                    {databaseNodes.map(({ address, role, takesTenants, answers }) => (
                      <tr key={address}>
                        <td>{address}</td>
                        <td>{role}</td>
                        <td>{takesTenants ? "yes" : "no"}</td>
                        <td>
                          <span class={`tag ${answers ? "good" : "bad"}`}>{answers ? "answers" : "away"}</span>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
            )}
          </>
        )}
      </Await>
    </>
  );
}
