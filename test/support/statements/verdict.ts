/** The end of a run: every statement that was recorded is judged, and the run fails when one of the program's cannot stand. */
import { existsSync, readFileSync } from "node:fs";
import { fingerprintSync, loadModule } from "libpg-query";
import type { Pool } from "pg";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import type { RecordedStatement } from "./recorder.ts";
import { detour, judge, type StatementClass } from "./rules.ts";
import { maySweep, mayWriteEverywhere } from "./sweeps.ts";

export interface Judged {
  /** Distinct messages, values apart. */
  readonly seen: number;
  /** Those of them that tests made up. */
  readonly ofTests: number;
  /** Of the program's. */
  readonly byClass: ReadonlyMap<StatementClass, number>;
  /** What cannot stand, with the place that sent it and the test that was running. */
  readonly faults: readonly string[];
}

/** Judges what was recorded in `file`. Null when nothing was. */
export async function judgeRecorded(file: string, owner: Pool): Promise<Judged | null> {
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
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
  let ofTests = 0;
  /** Each process of a run has recorded what it sent. */
  const messages = new Set<string>();
  for (const { text, issuer, during, from, inTransaction } of statements) {
    const ofProgram = issuer === "program";
    const sent = `${from.split(":")[0]} ${inTransaction}`;
    if (messages.has(`${sent} ${text}`)) continue;
    messages.add(`${sent} ${text}`);
    const fingerprint = fingerprintOf(text, ofProgram);
    const known = `${fingerprint} ${sent}`;
    if (fingerprint === null || seen.has(known)) continue;
    seen.add(known);
    if (!ofProgram) ofTests++;
    const verdicts = judge(text, catalogue);
    for (const verdict of verdicts) {
      if (ofProgram) byClass.set(verdict.class, (byClass.get(verdict.class) ?? 0) + 1);
      // A test may look at all rows, and waits for whom it likes.
      const allowed = !ofProgram || maySweep(from, text);
      const found = [
        ...verdict.faults.filter((fault) => ofProgram || fault !== detour),
        ...(ofProgram && !mayWriteEverywhere(from, verdict.everywhere)
          ? [
              `waits for all nodes: rows of ${verdict.everywhere.join(", ")} lie on each (test/support/statements/sweeps.ts)`,
            ]
          : []),
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
  return { seen: seen.size, ofTests, byClass, faults };
}

/** Null for what is no SQL, which tests send, too, to hear of it. Throws what the parser throws for the program's. */
function fingerprintOf(text: string, ofProgram: boolean): string | null {
  try {
    return fingerprintSync(text);
  } catch (error) {
    if (ofProgram) throw error;
    return null;
  }
}

/** One line for people. */
export function summaryOf({ seen, ofTests, byClass, faults }: Judged): string {
  const classes = [...byClass].map(([name, count]) => `${count} ${name}`).toSorted();
  return `${seen} distinct messages to PostgreSQL judged by statement, ${ofTests} of them of tests: ${classes.join(", ")}; ${faults.length} unexplained`;
}
