/** A worker is killed, silent, added and emptied, and the coordinator killed, under load: what tenants of other nodes see of it, and what becomes of records. */
import type { Cluster } from "./cluster.ts";
import { commandsOf } from "./guide.ts";
import type { Installation } from "./installation.ts";
import type { Node } from "./node.ts";
import { forSeconds, Records } from "./records.ts";
import type { Report } from "./report.ts";
import { type Measured, Tenants } from "./tenants.ts";

const quietSeconds = 30;
const awaySeconds = 20;
const tenantsOfEach = 3;
/** Slowest hundredth of other tenants' requests, as a multiple of what it was. */
const mostSlower = 2;

export const faultNames = ["killed", "silent", "added", "emptied", "coordinator"] as const;
export type FaultName = (typeof faultNames)[number];

interface Fault {
  readonly fault: FaultName;
  /** For people. */
  readonly name: string;
  /** Who bears it. */
  readonly node: () => Node;
  /** Work that is not part of it. */
  readonly prepare?: () => Promise<unknown>;
  readonly happen: () => Promise<unknown>;
  readonly end?: () => Promise<unknown>;
  /** Whether it is everybody's trouble. */
  readonly isOfAll?: true;
}

export async function runFaults(
  cluster: Cluster,
  installation: Installation,
  report: Report,
  wanted: readonly FaultName[] = faultNames,
): Promise<void> {
  const [, second, third] = cluster.workers;
  if (second === undefined || third === undefined) throw new Error("The cluster has no three workers");
  let added = second;
  const faults: readonly Fault[] = [
    {
      fault: "killed",
      name: "a worker is killed",
      node: () => second,
      happen: async () => {
        second.kill();
        await forSeconds(awaySeconds);
      },
      end: () => second.start(),
    },
    {
      fault: "silent",
      name: "a worker is silent",
      node: () => third,
      happen: async () => {
        third.halt();
        await forSeconds(awaySeconds);
      },
      end: async () => third.resume(),
    },
    {
      fault: "added",
      name: "a worker is added, and gets its share",
      node: () => added,
      // Its machine is another one, elsewhere.
      prepare: async () => {
        added = await cluster.prepare("worker-4");
        await cluster.on(added, commandsOf("Adding a node", "each node"));
        cluster.nodes.push(added);
      },
      happen: () =>
        cluster.on(cluster.coordinator, commandsOf("Adding a node", "coordinator"), { NODE: added.address }),
    },
    {
      fault: "emptied",
      name: "a worker is emptied, and taken out",
      node: () => second,
      happen: () =>
        cluster.on(cluster.coordinator, commandsOf("Taking a node out", "coordinator"), { NODE: second.address }),
    },
    {
      fault: "coordinator",
      name: "the coordinator is killed",
      node: () => cluster.coordinator,
      isOfAll: true,
      happen: async () => {
        cluster.coordinator.kill();
        await forSeconds(3);
        await cluster.coordinator.start();
      },
    },
  ];
  const records = new Records(installation);
  await records.goOn();
  const tenants = await Tenants.begin(cluster, installation, tenantsOfEach);
  for (const fault of faults.filter(({ fault }) => wanted.includes(fault)))
    await report.of(fault.name, async () => {
      await fault.prepare?.();
      const quiet = await tenants.during(
        () => "none",
        () => forSeconds(quietSeconds),
      );
      const { others, own, otherReads, ownReads } = await tenants.during(() => fault.node().address, fault.happen);
      await fault.end?.();
      const resumed = performance.now();
      await fault.node().answers();
      await records.goOn();
      const seconds = ((performance.now() - resumed) / 1_000).toFixed(1);
      const slower = others.p99 / quiet.others.p99;
      const said =
        `before: ${line(quiet.others)}; others meanwhile: ${line(others)}, ${slower.toFixed(2)} times; ` +
        `its own: ${line(own)}; reads before: ${line(quiet.otherReads)}; others meanwhile: ${line(otherReads)}; ` +
        `its own: ${line(ownReads)}; everything goes on after ${seconds} s`;
      const refused = others.refused + otherReads.refused;
      if (fault.isOfAll === undefined && (refused > 0 || slower > mostSlower)) throw new Error(said);
      return said;
    });
  await report.of("nothing lost or doubled", async () => {
    const database = await installation.database();
    try {
      return await records.judge([await tenants.compare(database)]);
    } finally {
      await database.close();
    }
  });
}

function line({ requests, refused, p50, p99 }: Measured): string {
  return `${requests} requests, ${refused} refused, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
}
