/** The end of a run: every statement that was recorded is judged, and the run fails when one of the program's cannot stand. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { fingerprintSync, loadModule } from "libpg-query";
import type { Pool } from "pg";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import type { RecordedStatement } from "./recorder.ts";
import { judge, type StatementClass } from "./rules.ts";
import { allowanceOf } from "./sweeps.ts";

export interface Judged {
  /** Distinct statements, values apart. */
  readonly seen: number;
  readonly byClass: ReadonlyMap<StatementClass, number>;
  /** What cannot stand, with the place that sent it and the test that was running. */
  readonly faults: readonly string[];
}

/** Judges what was recorded in `file`, and removes it. Null when nothing was. */
export async function judgeRecorded(file: string, owner: Pool): Promise<Judged | null> {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(file);
  await loadModule();
  return judgeStatements(
    lines.map((line) => JSON.parse(line) as RecordedStatement),
    await readCatalogue(owner),
  );
}

export function judgeStatements(statements: readonly RecordedStatement[], catalogue: Catalogue): Judged {
  const seen = new Set<string>();
  const byClass = new Map<StatementClass, number>();
  const faults: string[] = [];
  for (const { text, issuer, during, from, inTransaction } of statements) {
    if (issuer !== "program") continue;
    const known = `${fingerprintSync(text)} ${from.split(":")[0]} ${inTransaction}`;
    if (seen.has(known)) continue;
    seen.add(known);
    const verdicts = judge(text, catalogue);
    for (const verdict of verdicts) {
      byClass.set(verdict.class, (byClass.get(verdict.class) ?? 0) + 1);
      const allowed = allowanceOf(from, text) !== undefined;
      const found = [
        ...verdict.faults,
        ...(verdict.class === "sweep" && !allowed
          ? [`reaches ${verdict.swept.join(", ")} of all tenants, for no reason in test/support/statements/sweeps.ts`]
          : []),
        ...(verdict.notifies && !allowed && (inTransaction || verdicts.length > 1)
          ? ["NOTIFY in a transaction holds up every commit: afterCommit (src/storage/transaction.ts)"]
          : []),
      ];
      for (const fault of found)
        faults.push(
          `${fault}\n    sent by ${from}, during ${during || "the beginning"}\n    ${text.replace(/\s+/g, " ").slice(0, 300)}`,
        );
    }
  }
  return { seen: seen.size, byClass, faults };
}

/** One line for people. */
export function summaryOf({ seen, byClass, faults }: Judged): string {
  const classes = [...byClass].map(([name, count]) => `${count} ${name}`).toSorted();
  return `${seen} distinct messages to PostgreSQL judged by statement: ${classes.join(", ")}; ${faults.length} unexplained`;
}
