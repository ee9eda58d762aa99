/** How long `accord serve` takes, with all APIs, to listen when its database is up, and what it holds in memory while idle. */
import { cpuMicros, median, residentBytes } from "../process.ts";
import { budget, table } from "../report.ts";
import { withDatabase } from "./database.ts";
import { startServer } from "./server.ts";

const rounds = 9;
const million = 1024 * 1024;

export function benchBoot(): Promise<void> {
  return withDatabase(async (bench) => {
    const boots: number[] = [];
    const cpu: number[] = [];
    const memory: number[] = [];
    // The first start fills the compile cache and makes the partitions.
    for (let round = 0; round <= rounds; round++) {
      const server = await startServer(bench, ["serve"]);
      const health = `${server.baseUrl}/readyz`;
      const { status } = await fetch(health);
      if (status !== 200) throw new Error(`${health} answered ${status}`);
      if (round > 0) {
        boots.push(server.bootMs);
        cpu.push(cpuMicros(server.pid) / 1000);
        memory.push(residentBytes(server.pid) / million);
      }
      await server.stop();
    }
    table(
      ["accord serve", "median", "worst"],
      [
        ["listening after, ms", median(boots).toFixed(0), Math.max(...boots).toFixed(0)],
        ["CPU until ready, ms", median(cpu).toFixed(0), Math.max(...cpu).toFixed(0)],
        ["idle memory, MB", median(memory).toFixed(0), Math.max(...memory).toFixed(0)],
      ],
    );
    budget("boots in a second", 1_000 / median(boots), 1);
    budget("times the idle memory fits into 200 MB", 200 / median(memory), 1);
  });
}
