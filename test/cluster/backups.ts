/** A backup of each node and a restore of all to one moment, by the guide. */
import { telemetryKinds } from "#test/chaos/telemetry.ts";
import type { Cluster } from "./cluster.ts";
import { commandsOf } from "./guide.ts";
import type { Installation } from "./installation.ts";
import type { Node } from "./node.ts";
import { forSeconds, Records } from "./records.ts";
import type { Report } from "./report.ts";

const loadSeconds = 10;

export async function runBackups(cluster: Cluster, installation: Installation, report: Report): Promise<void> {
  const everywhere = async (heading: string): Promise<void> => {
    const there = (node: Node) => ({ ARCHIVE: `${node.folder}/archive`, BACKUP: `${node.folder}/backup` });
    await Promise.all(cluster.nodes.map((node) => cluster.on(node, commandsOf(heading, "each node"), there(node))));
  };
  await report.of("a backup of each node, restored to one moment", async () => {
    await everywhere("Archive what each node writes");
    const before = new Records(installation);
    await before.goOn();
    // Under load.
    await everywhere("Take a base backup of each node");
    await forSeconds(loadSeconds);
    await before.end();
    await cluster.on(cluster.coordinator, commandsOf("Name a moment", "coordinator"));
    const after = new Records(installation, [...telemetryKinds]);
    await after.goOn();
    await after.end();
    await everywhere("Name a moment");
    await installation.stop();
    for (const node of cluster.nodes) node.kill();
    await everywhere("Restore every node to it");
    await installation.start();
    const { acknowledged, missing } = await after.missing();
    const said = await before.judge();
    if (missing !== acknowledged) throw new Error(`${acknowledged - missing} records of after that moment are there`);
    return `${acknowledged} records of after that moment are gone; of before it:${said}`;
  });
}
