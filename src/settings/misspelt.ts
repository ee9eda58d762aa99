/** Finds misspelt settings: variables that begin with ACCORD_ but are not settings. */

/** Variables that single commands, tests and benchmarks read. They are not settings of the server. */
const otherVariables = new Set([
  "ACCORD_API_KEY",
  "ACCORD_API_URL",
  "ACCORD_CLEARING_HOUSE_SECRET",
  "ACCORD_INSURER_CREDENTIAL",
  "ACCORD_MAIL_SECRET",
  "ACCORD_QR_PLATFORM_SECRET",
]);
const ofTests = /^ACCORD_(?:TEST|BENCH)_/;

/** Variables that Kubernetes and Docker set in every container for a service called accord or accord-…. */
const serviceName = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/;
const serviceAddress = /^(?:tcp|udp|sctp):\/\//;

/** Returns a line for each non-empty variable that begins with ACCORD_ and that nothing reads, with the most similar setting. */
export function misspelt(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const names = new Set(known);
  return Object.entries(env).flatMap(([name, value = ""]) => {
    if (!name.startsWith("ACCORD_") || value.trim() === "" || names.has(name)) return [];
    if (otherVariables.has(name) || ofTests.test(name)) return [];
    if (serviceName.test(name) || serviceAddress.test(value)) return [];
    return [`${name.slice(0, 100)} is not a setting. Did you mean ${nearest(name, known)}?`];
  });
}

function nearest(name: string, known: readonly string[]): string {
  const [best = ""] = known.toSorted((a, b) => editDistance(name, a) - editDistance(name, b));
  return best;
}

/** Edit distance: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const exchanged = at(last, column - 1) + (isSame ? 0 : 1);
      const cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, exchanged);
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(isSwapped ? Math.min(cost, at(before, column - 2) + 1) : cost);
    }
    [before, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
