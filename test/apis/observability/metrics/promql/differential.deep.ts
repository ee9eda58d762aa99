/**
 * Expressions drawn from the grammar, asked of this server and of a Prometheus 3 that has the same samples. PROMQL_CASES says how many
 * (300 unless given), PROMQL_SEED which; a failure names the seed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Random } from "#test/fuzz/random.ts";
import { type Prometheus, prometheus3, startPrometheus, writeHeaders, writeRequest } from "#test/support/prometheus.ts";
import { observabilityServer } from "../../operations/server.ts";
import { difference, type PrometheusAnswer } from "./answers.ts";
import { Expressions, features } from "./expressions.ts";
import { seconds, someSeries } from "./samples.ts";

const cases = Number(process.env.PROMQL_CASES ?? 300);
const seed = Number(process.env.PROMQL_SEED ?? 1);
/** Everything that the language has is tried this often, where there are as many expressions. */
const leastUses = 20;

describe(`PromQL beside Prometheus 3, seed ${seed}`, function () {
  this.timeout(1_800_000);
  const server = observabilityServer({ quotaQueries: 1_000_000, promqlExperimental: true });
  const folder = mkdtempSync(join(tmpdir(), "accord-prometheus-"));
  let prometheus: Prometheus;
  let headers: Readonly<Record<string, string>>;
  /** Yesterday at noon, in seconds: a seed says the same at any time of the day. */
  const start = Math.floor(Date.now() / 86_400_000) * 86_400 - 43_200;

  before(async () => {
    const flags = ["--enable-feature=promql-experimental-functions,promql-per-step-stats"];
    prometheus = await startPrometheus(folder, undefined, { program: prometheus3(), flags });
    const { key } = await server.key();
    headers = { "x-api-key": key };
    const body = await writeRequest(someSeries(new Random(seed, -1), start * 1_000));
    for (const [url, more] of [
      [`${server.baseUrl}/api/v1/prom/write`, headers],
      [`${prometheus.url}/api/v1/write`, {}],
    ] as const) {
      const written = await fetch(url, { method: "POST", headers: { ...writeHeaders, ...more }, body });
      expect([written.status, await written.text()], url).to.deep.equal([204, ""]);
    }
  });
  after(async () => {
    await prometheus?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(url: string, path: string, parameters: URLSearchParams, more = {}): Promise<PrometheusAnswer> {
    const answer = await fetch(`${url}/${path}`, { method: "POST", body: parameters, headers: more });
    return (await answer.json()) as PrometheusAnswer;
  }

  it(`answers ${cases} expressions alike`, async () => {
    const uses = new Map<string, number>();
    const differences: string[] = [];
    let found = 0;
    for (let turn = 0; turn < cases; turn++) {
      const random = new Random(seed, turn);
      const expressions = new Expressions(random, start);
      // Every third is any, the others have each word of the language in turn.
      const nth = turn - Math.ceil(turn / 3);
      const query = turn % 3 === 0 ? expressions.next() : expressions.with(features[nth % features.length] ?? "");
      for (const used of usedIn(query)) uses.set(used, (uses.get(used) ?? 0) + 1);
      const at = start + 300 + random.below(seconds + 300);
      const isRange = random.chance(0.4);
      const path = isRange ? "query_range" : "query";
      const step = random.pick([15, 30, 60, 300]);
      const period = { start: String(at - 20 * step), end: String(at), step: String(step) };
      const parameters = new URLSearchParams({ query, stats: "all", ...(isRange ? period : { time: String(at) }) });
      const [ours, theirs] = await Promise.all([
        ask(`${server.baseUrl}/api/v1/prom`, path, parameters, headers),
        ask(`${prometheus.url}/api/v1`, path, parameters),
      ]);
      if (theirs.status === "success" && JSON.stringify(theirs.data?.result) !== "[]") found++;
      const differs = difference(ours, theirs, query);
      if (differs !== null)
        differences.push(`turn ${turn}, ${path} ${JSON.stringify({ ...period, at })}\n  ${query}\n  ${differs}`);
    }
    expect(differences.slice(0, 20).join("\n"), `${differences.length} of ${cases} differ`).to.equal("");
    expect(found, "expressions with an answer").to.be.above(cases / 3);
    const least = Math.min(leastUses, Math.floor(cases / 1.5 / features.length));
    expect(features.filter((each) => (uses.get(each) ?? 0) < least)).to.deep.equal([], "tried too seldom");
  });
});

/** Functions, operators, aggregations and modifiers, by their words. */
function usedIn(query: string): Set<string> {
  return new Set(query.match(/[a-z_]\w*|[=!<>]=|[-+*/%^<>@:]/g));
}
