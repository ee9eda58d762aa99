/** A standby for each node, by the guide: a worker and the coordinator are lost under load, and their standbys take their places. */
import type { Cluster } from "./cluster.ts";
import { commandsOf } from "./guide.ts";
import type { Installation } from "./installation.ts";
import type { Node } from "./node.ts";
import { forSeconds, Records } from "./records.ts";
import type { Report } from "./report.ts";

const loadSeconds = 10;
const promote = "Failover";

export async function runStandbys(cluster: Cluster, installation: Installation, report: Report): Promise<void> {
  const standbys = new Map<Node, Node>();
  const areThere = await report.of("a standby for each node, by the guide", async () => {
    for (const node of cluster.nodes) standbys.set(node, await cluster.standbyOf(node));
    for (const node of cluster.nodes) await cluster.on(node, commandsOf("A standby for each node", "each node"));
    return null;
  });
  if (!areThere) return;
  const records = new Records(installation);
  const standbyOf = (node: Node): Node => {
    const standby = standbys.get(node);
    if (standby === undefined) throw new Error(`${node.name} has no standby`);
    return standby;
  };
  /** Seconds from the loss to the moment at which everything goes on. */
  const lose = async (node: Node, takeOver: (standby: Node) => Promise<unknown>): Promise<string> => {
    await records.goOn();
    await forSeconds(loadSeconds);
    const lostAt = performance.now();
    node.kill();
    const standby = standbyOf(node);
    await takeOver(standby);
    cluster.replace(node, standby);
    await records.goOn();
    return `everything goes on ${((performance.now() - lostAt) / 1_000).toFixed(1)} s after the loss`;
  };
  await report.of("a worker is lost, and its standby promoted", async () => {
    const [worker] = cluster.workers;
    if (worker === undefined) throw new Error("There is no worker");
    return await lose(worker, async (standby) => {
      await cluster.on(standby, commandsOf(promote, "standby"));
      const addresses = { NODE: worker.address, STANDBY: standby.address };
      await cluster.on(cluster.coordinator, commandsOf(promote, "coordinator"), addresses);
    });
  });
  await report.of("the coordinator is lost, and its standby gets its address and is promoted", async () => {
    const { coordinator } = cluster;
    return await lose(coordinator, async (standby) => {
      await standby.takeAddressOf(coordinator);
      await cluster.on(standby, commandsOf(promote, "standby"));
    });
  });
  await report.of("nothing lost or doubled by failovers", () => records.judge());
}
