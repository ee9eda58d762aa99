/** `npm test` with databases on the cluster. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { project } from "#test/support/documentation.ts";
import type { Cluster } from "./cluster.ts";

/** What touches the database most; the whole takes 14 minutes on two cores. */
export const usual = ["test/identity", "test/jobs", "test/webhooks", "test/apis/ordering", "test/apis/wallet"];

/** Runs `tests`, files or folders, all there are when none is named; what mocha counted. Throws with its list of failures. */
export async function runSuite(cluster: Cluster, tests: readonly string[]): Promise<string> {
  const mocha = join(project, "node_modules", "mocha", "bin", "mocha.js");
  const child = spawn(process.execPath, [mocha, ...tests], {
    cwd: project,
    env: { ...process.env, ACCORD_TEST_CLUSTER: cluster.nodes.map((node) => node.url("postgres")).join(",") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  const [code] = await once(child, "close");
  process.off("exit", end);
  const summary = text.search(/^ +\d+ passing/m);
  const said = summary < 0 ? text.slice(-4_000) : text.slice(summary);
  if (code !== 0) throw new Error(said);
  return said.trim().split("\n")[0] ?? "";
}
