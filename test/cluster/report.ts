/** What a run says: a line for each thing that is tried, and what went wrong at once. */
export class Report {
  failures = 0;

  /** Does it, and says how it ended; what `work` returns is told beside. Throws nothing. */
  async of(name: string, work: () => Promise<string | null>): Promise<boolean> {
    const began = performance.now();
    const seconds = () => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
    try {
      const said = await work();
      console.log(`ok      ${name} (${seconds()})${said === null ? "" : `: ${said}`}`);
      return true;
    } catch (error) {
      this.failures++;
      console.log(`FAILED  ${name} (${seconds()})\n${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }
}
