/** Whether the parts behind the server answer, for load balancers and for scripts that wait for the first start. */

export interface ReadinessCheck {
  readonly name: string;
  /** Rejects, or resolves to what is wrong; to null when nothing is. */
  readonly run: () => Promise<string | null>;
  /** Told, but no reason to send requests elsewhere: another server would have it no better. */
  readonly forInformation?: true;
}

interface Report {
  readonly status: "ready" | "unready";
  /** `ok`, or what is wrong, by check. */
  readonly checks: Record<string, string>;
}

/** A check that takes longer counts as failed (milliseconds). */
const patienceMs = 3_000;
/** Many probes in a row cost one round of checks (milliseconds). */
const freshMs = 1_000;

/** Returns a function that answers `[status, report]`: 200 when every check passes, otherwise 503. */
export function readiness(checks: readonly ReadinessCheck[]): () => Promise<[number, Report]> {
  let last: { at: number; answer: Promise<[number, Report]> } | null = null;
  return () => {
    const now = Date.now();
    if (last === null || now - last.at > freshMs) last = { at: now, answer: runAll(checks) };
    return last.answer;
  };
}

async function runAll(checks: readonly ReadinessCheck[]): Promise<[number, Report]> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await outcome(check)] as const));
  const ready = results.every(([, result], index) => result === "ok" || checks[index]?.forInformation === true);
  return [ready ? 200 : 503, { status: ready ? "ready" : "unready", checks: Object.fromEntries(results) }];
}

/** The reason is for the log; a probe learns only which part it was. */
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
