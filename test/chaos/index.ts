/** `npm run chaos`: an installation under load is killed, halted and starved, and then has to have what it acknowledged. */
import { Command, InvalidArgumentError } from "commander";
import { freePort } from "#test/support/ports.ts";
import { randomFrom } from "#test/support/random.ts";
import { faults, inTurns } from "./faults.ts";
import { Installation } from "./installation.ts";
import { Load } from "./load.ts";
import { Receiver } from "./receiver.ts";
import { insist, json, post } from "./records.ts";
import { salesKinds } from "./sales.ts";
import { samples } from "./samples.ts";
import { telemetryKinds } from "./telemetry.ts";
import { compareWebhooks, compareWithInsurers, differences, table } from "./verdict.ts";

const atLeastOne = (text: string): number => {
  const number = Number(text);
  if (!(number >= 1)) throw new InvalidArgumentError("A number from 1 on.");
  return number;
};

interface Options {
  readonly rounds: number;
  readonly minutes: number;
  readonly seed: number;
}

/** Between two requests of a client (ms): the faults are the point, not the rate. */
const pauseMs = 150;
/** Requests of each kind that have to succeed after a fault. */
const progress = 3;

const { rounds, minutes, seed } = new Command("npm run chaos --")
  .description(
    `Runs an embedded installation in a temporary folder under load of all APIs, and one fault after the other happens to it:
${faults.map(({ name, needsOwnDisk }) => `  ${name}${needsOwnDisk ? " (as root, who can mount a disk for it)" : ""}`).join("\n")}
Ends with what was acknowledged, stored, lost and doubled of each kind, and with exit code 1 when anything differs.`,
  )
  .option("-r, --rounds <number>", "faults", atLeastOne, 10)
  .option("-m, --minutes <number>", "begin no further round after so many minutes", atLeastOne, 10)
  .option("-s, --seed <number>", "decides the faults and their order", Number, Date.now() % 100_000)
  .parse()
  .opts<Options>();

const random = randomFrom(seed);
const port = await freePort();
const installation = new Installation(port);
const receiver = await Receiver.open();
// Whoever interrupts it wants to see what there is by then.
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    interrupted = true;
  });

try {
  console.log(`seed ${seed}${installation.hasOwnDisk ? "" : "; without a disk of its own, which takes root"}`);
  await installation.recover();
  await listenToEverything();
  const access = () => installation.access;
  const kinds = [...telemetryKinds, samples(), ...Object.values(salesKinds())];
  const loads = kinds.map((kind) => new Load({ kind, access, clients: 2, pauseMs }));
  const allProgress = () => Promise.all(loads.map((load) => load.progress(progress, 120_000)));
  await allProgress();
  const began = performance.now();
  const turns = inTurns(
    faults.filter(({ needsOwnDisk }) => installation.hasOwnDisk || !needsOwnDisk),
    random,
  );
  let round = 0;
  while (round < rounds && !interrupted && performance.now() - began < minutes * 60_000) {
    const fault = turns.next().value;
    if (fault === undefined) break;
    const at = performance.now();
    await fault.happen(installation, random);
    await installation.recover();
    await allProgress();
    const seconds = ((performance.now() - at) / 1_000).toFixed(1);
    console.log(`${String(++round).padStart(3)}. ${fault.name}: everything goes on after ${seconds} s`);
  }
  await Promise.all(loads.map((load) => load.finish()));
  process.exitCode = await judge(loads, round);
} catch (error) {
  console.error(error, `\n${installation.lastWords()}`);
  process.exitCode = 1;
} finally {
  await installation.close();
  await receiver.close();
}

async function judge(loads: readonly Load[], round: number): Promise<number> {
  const database = await installation.database();
  try {
    const comparisons = [
      ...(await Promise.all(loads.map((load) => load.compare(database.pool)))),
      await compareWithInsurers(database.pool, installation),
      await compareWebhooks(database.pool, receiver),
    ];
    const { code, output } = await installation.verifyLedger();
    console.log(`\n${table(comparisons)}\n\n${receiver.repeated} webhooks came more than once.\n${output.trim()}`);
    const found = [...differences(comparisons), ...(code === 0 ? [] : ["the ledger does not add up"])];
    for (const difference of found) console.error(difference);
    const refused = comparisons.flatMap(({ refusals }) => refusals).join("\n");
    for (const [, id = ""] of refused.matchAll(/"correlationId":"([^"]+)"/g))
      console.error([`${id} was logged as`, ...installation.logged(id)].join("\n  "));
    console.log(
      `\n${round} rounds with seed ${seed}: ${found.length === 0 ? "all is as it was acknowledged" : "THERE ARE DIFFERENCES"}`,
    );
    return found.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

async function listenToEverything(): Promise<void> {
  const { baseUrl, apiKey } = installation.access.insurance;
  const sending = { access: () => installation.access, signal: AbortSignal.timeout(30_000) };
  const endpoint = { url: receiver.url, events: ["*"] };
  const register = () => post(`${baseUrl}/api/v1/webhook-endpoints`, { "x-api-key": apiKey }, endpoint);
  await insist("an endpoint", sending, register, json(201));
}
