import type { JSX } from "preact";
import { base } from "../address.ts";
import { homeOf, useSession } from "../session.ts";
import { Empty, Heading } from "../ui/parts.tsx";
import { LastHour } from "./last-hour.tsx";

/** Projects whose last hour is shown; whoever has more finds the others by their links. */
const projectsLookedAt = 4;

export function Home(): JSX.Element {
  const { businesses, person } = useSession();
  const active = businesses.flatMap(({ projects }) => projects.filter((project) => project.active));
  const lookedAt = active.slice(0, projectsLookedAt);
  return (
    <>
      <Heading name="Console" />
      {businesses.length === 0 && (
        <Empty>
          <p>You have no role in a business yet. An operator gives you one:</p>
          <pre>bin/accord people set &lt;business&gt; {person.name} --role viewer</pre>
        </Empty>
      )}
      {person.everywhere && (
        <section class="card">
          <h2>This installation</h2>
          <p class="line">
            <a href={`${base}/-/tenants`}>Tenants</a> <a href={`${base}/-/jobs`}>Jobs</a>{" "}
            <a href={`${base}/-/nodes`}>Nodes</a> <a href={`${base}/-/wallet`}>Wallet</a>{" "}
            <a href={`${base}/-/ordering`}>Ordering</a>
          </p>
        </section>
      )}
      {businesses.map((business) => (
        <section key={business.id} class="card">
          <h2>{business.name}</h2>
          <p class="quiet">
            You are {business.role === "viewer" ? "a" : "an"} {business.role}.{" "}
            <a href={`${homeOf({ business, project: null, environment: "test" })}/keys`}>Keys and audit log</a>
          </p>
          <ul class="plain">
            {business.projects.map((project) => (
              <li key={project.id}>
                <strong>{project.name}</strong> {!project.active && <span class="tag">switched off</span>}
                {(["test", "live"] as const).map((environment) => (
                  <div key={environment}>
                    <a href={`${homeOf({ business, project, environment })}/issues`}>
                      {environment === "test" ? "Test" : "Live"}
                      <span class="hidden"> data of {project.name}</span>
                    </a>
                    {lookedAt.includes(project) && (
                      <LastHour business={business} project={project} environment={environment} />
                    )}
                  </div>
                ))}
              </li>
            ))}
            {business.projects.length === 0 && <li class="quiet">It has no project.</li>}
          </ul>
        </section>
      ))}
    </>
  );
}

export function Nothing(): JSX.Element {
  return (
    <>
      <Heading name="There is nothing here" />
      <p>
        404: this address belongs to nothing, or to a business in which you have no role.{" "}
        <a href={base}>To what you have a role in</a>
      </p>
    </>
  );
}
