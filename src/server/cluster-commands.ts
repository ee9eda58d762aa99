/** The command `accord cluster`. Exit code 0 when it could read the state of the cluster, whatever that is; 1 when it could not. */
import { Command } from "commander";
import type { Pool } from "pg";
import { planDistribution } from "#src/storage/cluster.ts";
import { type ClusterStatus, clusterStatus } from "#src/storage/cluster-status.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import type { Infrastructure } from "./infrastructure.ts";

/** @param open opens the infrastructure. Called when a command runs, not for its help. */
export function clusterCommand(open: () => Promise<Pick<Infrastructure, "owner" | "close">>): Command {
  const status = new Command("status")
    .description("What lies on which node, the largest tenants, and whether every table is in its place, on one page.")
    .addHelpText("after", "\nReads catalogues and statistics alone: figures of tenants are those of the last ANALYZE.")
    .action(async () => {
      const infrastructure = await open();
      try {
        const { pool } = await infrastructure.owner();
        const found = await clusterStatus(pool);
        const page = [
          ...nodesText(found),
          ...tenantsText(found),
          ...(found.nodes.length > 0 ? await placesText(pool) : []),
        ];
        console.log(page.join("\n"));
      } finally {
        await infrastructure.close();
      }
    });
  return new Command("cluster").description("Look at a Citus cluster.").addCommand(status);
}

function nodesText({ nodes, bytes }: ClusterStatus): string[] {
  if (bytes !== null)
    return [`One PostgreSQL without Citus: every table is on it, and its database has ${sizeText(bytes)}.`];
  const rows = nodes.map(({ address, role, holds, takesShards }) => [
    address,
    role,
    ...(holds === null
      ? ["-", "-", "DOES NOT ANSWER"]
      : [`${holds.shards}`, sizeText(holds.bytes), noteOn(role, takesShards)]),
  ]);
  return columns([["node", "role", "shards", "size", ""], ...rows]);
}

/**
 * A remark for a node that is unusual: a coordinator normally has no rows of tenants, and a worker without any is empty or is being
 * emptied.
 */
function noteOn(role: string, takesShards: boolean): string {
  if (role === "coordinator") return takesShards ? "takes tenants as well" : "";
  return takesShards ? "" : "takes no tenants";
}

function tenantsText({ tenants }: ClusterStatus): string[] {
  if (tenants.length === 0) return ["", "No statistics of tenants yet: ANALYZE makes them, and autovacuum does."];
  const rows = tenants.map(({ group, id, node, rows, bytes }) => [
    `${group} ${id}`,
    ...(node === null ? [] : [node]),
    `${rows}`,
    sizeText(bytes),
  ]);
  const titles = ["largest tenants", ...(tenants[0]?.node === null ? [] : ["node"]), "about rows", "about size"];
  return ["", ...columns([titles, ...rows])];
}

async function placesText(pool: Pool): Promise<string[]> {
  try {
    const { length } = await planDistribution(pool);
    return [
      "",
      length === 0 ? "Every table is in its place." : `${length} tables are to be moved: run "accord distribute".`,
    ];
  } catch (error) {
    if (error instanceof StartupError) return ["", error.message];
    throw error;
  }
}

function sizeText(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/** Aligns lines in columns, with numbers to the right. */
function columns(lines: readonly (readonly string[])[]): string[] {
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0))) ?? [];
  const isNumber = (index: number) => lines.slice(1).some((line) => /^\d+(\.\d+ MiB)?$/.test(line[index] ?? ""));
  return lines.map((line) =>
    line
      .map((cell, index) => (isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
