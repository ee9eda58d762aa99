/**
 * Generates a client of every kind from every API's published document, compiles it, and lets it live through a story
 * of its API (test/clients/stories) against a server of its own, and on a mock. Then the programs of docs/guides run with it.
 *
 *     npm run clients
 *     npm run clients -- --api wallet --client go      only these; both can be given several times
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { kinds } from "./clients/kinds.ts";
import type { Pair } from "./clients/languages.ts";
import { storyOnMock } from "./clients/mock.ts";
import { startMock, startServer } from "./clients/server.ts";
import { apiOption, made, missingTools, prepareTools } from "./clients/tools.ts";
import { metWarnings } from "./clients/warnings.ts";

const steps = ["generate", "compile", "story", "mock", "guides"] as const;

/** One line of the table. A step that was not reached has no time. */
interface Row {
  readonly kind: string;
  readonly api: string;
  readonly seconds: Partial<Record<(typeof steps)[number], number>>;
  failed?: string;
}

const { api: chosenApis, client: chosenKinds } = new Command("npm run clients --")
  .description(
    "Generates a client of every kind from every API's published document, compiles it, and runs a story of the API with it, against a server and on a mock.",
  )
  .addOption(apiOption())
  .addOption(
    new Option("--client <kind...>", "only these").choices(Object.keys(kinds)).default(Object.keys(kinds), "all"),
  )
  .parse()
  .opts<{ api: readonly string[]; client: readonly string[] }>();

const missing = missingTools(chosenKinds);
if (missing.length > 0) {
  console.error(missing.join("\n"));
  process.exit(1);
}
process.exitCode = (await clients()) ? 0 : 1;

async function clients(): Promise<boolean> {
  mkdirSync(made, { recursive: true });
  const tools = await prepareTools(chosenKinds);
  const server = await startServer();
  const mocks = await startMocks();
  const rows: Row[] = [];
  try {
    const pairs = chosenApis.flatMap((api) => chosenKinds.map((kind) => ({ api, kind })));
    // Two at a time: most tools use one core, and the server needs some of the other.
    await Promise.all([worker(), worker()]);

    async function worker(): Promise<void> {
      for (let next = pairs.shift(); next !== undefined; next = pairs.shift()) {
        const { api, kind } = next;
        const folder = join(made, kind, api);
        mkdirSync(folder, { recursive: true });
        const row: Row = { kind, api, seconds: {} };
        rows.push(row);
        const mockUrl = mocks.get(api)?.url ?? "";
        const env = await server.env(api);
        await live(row, { kind, api, folder, tools, baseUrl: server.baseUrl(api), mockUrl, env });
      }
    }
  } finally {
    await Promise.all([server, ...mocks.values()].map((each) => each.stop()));
  }
  report(rows);
  return rows.every(({ failed }) => failed === undefined);
}

async function startMocks(): Promise<ReadonlyMap<string, Awaited<ReturnType<typeof startMock>>>> {
  return new Map(await Promise.all(chosenApis.map(async (api) => [api, await startMock(api)] as const)));
}

async function live(row: Row, pair: Pair): Promise<void> {
  const kind = kinds[row.kind];
  if (kind === undefined) return;
  for (const step of steps) {
    const started = performance.now();
    try {
      if (step === "mock") await storyOnMock(kind, pair);
      else if (step === "guides") await kind.programs?.(pair);
      else await kind[step](pair);
    } catch (error) {
      row.failed = step;
      console.error(`\n${row.kind} × ${row.api}, ${step}: ${error instanceof Error ? error.message : error}`);
      return;
    } finally {
      row.seconds[step] = (performance.now() - started) / 1000;
    }
  }
}

function report(rows: readonly Row[]): void {
  const line = (cells: readonly string[]) =>
    cells.map((cell, index) => (index < 2 ? cell.padEnd(14) : cell.padStart(11))).join("");
  console.log(`\n${line(["client", "API", ...steps.map((step) => `${step} (s)`), ""])}`);
  const order = ({ kind, api }: Row) => chosenKinds.indexOf(kind) * 100 + chosenApis.indexOf(api);
  for (const row of rows.toSorted((a, b) => order(a) - order(b))) {
    const times = steps.map((step) => row.seconds[step]?.toFixed(1) ?? "–");
    console.log(line([row.kind, row.api, ...times, row.failed === undefined ? "ok" : "FAILED"]));
  }
  console.log("\nWarnings of generators, all explained in docs/guides/clients.md:");
  for (const [words, times] of metWarnings()) console.log(`${String(times).padStart(6)} × ${words}`);
}
