/** The tours of the README and the guides, against servers over the cluster. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { giveReaders, pattern, runAll, titleOf, tours } from "#test/cli/support/tours.ts";
import { project } from "#test/support/documentation.ts";
import type { Cluster } from "./cluster.ts";
import type { Report } from "./report.ts";

/** Each page in one shell; a line of the report for each. */
export async function runTours(cluster: Cluster, report: Report): Promise<void> {
  symlinkSync(join(project, "bin"), join(cluster.folder, "bin"));
  const given = await giveReaders(cluster.folder);
  for (const { page, steps } of tours)
    await report.of(`tour of ${page}`, async () => {
      const printed = await runAll(steps, cluster.folder, { ...cluster.settings, ...given.variables });
      const wrong = steps.flatMap(({ commands, prints = "" }, index) =>
        pattern(prints).test(printed[index]?.trim() ?? "")
          ? []
          : [`${titleOf(commands)}\nwas to print\n${prints}\nand printed\n${printed[index]}`],
      );
      if (wrong.length > 0) throw new Error(wrong.join("\n\n"));
      return `${steps.length} steps`;
    });
  given.stop();
}
