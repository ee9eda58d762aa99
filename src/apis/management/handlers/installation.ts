/** What belongs to all businesses, for operators of the installation alone. */
import { listTenants } from "#src/identity/tenants.ts";
import { type JobCount, jobCounts } from "#src/jobs/job-counts.ts";
import { databaseNodes } from "#src/storage/cluster-status.ts";
import { connectedProcesses } from "#src/storage/processes.ts";
import { type HandlersOf, requireOperator } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

const placeOf = ({ kind, state }: JobCount) => `${kind} ${state}`;

export function installationHandlers({ database: { pool }, cursors }: HandlerDependencies): HandlersOf<"Installation"> {
  return {
    async listTenants({ query: { limit, cursor } }, { identity }) {
      requireOperator(identity);
      const page = await cursors.page({
        scope: { list: "tenants" },
        limit,
        cursor,
        read: (after, take) => listTenants(pool, after === null ? "" : String(after[0]), take),
        positionOf: ({ slug }) => [slug],
      });
      return { status: 200, body: page };
    },
    async listJobs({ query: { limit, cursor } }, { identity }) {
      requireOperator(identity);
      const page = await cursors.page({
        scope: { list: "jobs" },
        limit,
        cursor,
        read: async (after, take) => {
          const counts = (await jobCounts(pool)).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
          const from = after === null ? "" : String(after[0]);
          return counts.filter((count) => placeOf(count) > from).slice(0, take);
        },
        positionOf: (count) => [placeOf(count)],
      });
      return { status: 200, body: page };
    },
    async listNodes(_request, { identity }) {
      requireOperator(identity);
      const [processes, { bytes, nodes }] = await Promise.all([connectedProcesses(pool), databaseNodes(pool)]);
      const shown = nodes.map(({ takesShards, ...node }) => ({ ...node, takesTenants: takesShards }));
      return { status: 200, body: { processes, databaseBytes: bytes, databaseNodes: shown } };
    },
  };
}
