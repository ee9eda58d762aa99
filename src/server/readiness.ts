/** Readiness: whether the database and other dependencies answer. For load balancers, and scripts that wait for the start. */

export interface ReadinessCheck {
  readonly name: string;
  /** Resolves to null when all is well, or to a description of the fault; rejects when the check itself fails. */
  readonly run: () => Promise<string | null>;
  /** The check is reported but does not make the server unready, because other servers would have the same fault. */
  readonly forInformation?: true;
}

interface Report {
  readonly status: "ready" | "unready";
  /** `ok` or the fault, by name of the check. */
  readonly checks: Record<string, string>;
}

/** A check that takes longer counts as failed (milliseconds). */
const patienceMs = 3_000;
/** How long a report is reused, so that many probes in a row cost one round of checks (milliseconds). */
const freshMs = 1_000;

/** Returns a function that runs the checks and returns `[status, report]`: 200 when every check passes, otherwise 503. */
export function readiness(checks: readonly ReadinessCheck[]): () => Promise<[number, Report]> {
  let last: { at: number; answer: Promise<[number, Report]> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > freshMs) last = { at: now, answer: runAll(checks) };
    return last.answer;
  };
}

async function runAll(checks: readonly ReadinessCheck[]): Promise<[number, Report]> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await outcome(check)] as const));
  const ready = results.every(([, result], index) => result === "ok" || checks[index]?.forInformation === true);
  return [ready ? 200 : 503, { status: ready ? "ready" : "unready", checks: Object.fromEntries(results) }];
}

/** Runs a check. The reason of a failure is logged; a probe learns only which check failed. */
async function outcome(check: ReadinessCheck): Promise<string> {
  const timeout = Promise.withResolvers<string>();
  const timer = setTimeout(() => timeout.resolve("does not answer in time"), patienceMs);
  try {
    return (await Promise.race([check.run(), timeout.promise])) ?? "ok";
  } catch {
    return "fails";
  } finally {
    clearTimeout(timer);
  }
}
