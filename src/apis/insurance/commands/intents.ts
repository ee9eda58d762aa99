import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import { In } from "typeorm";
import { printable } from "#src/http/printable.ts";
import { invalid } from "#src/http/problem.ts";
import { details, type IdentityContext, type Terminal, table } from "#src/identity/commands/terminal.ts";
import { businessEntity } from "#src/identity/entities.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import type { Log } from "#src/storage/log.ts";
import { insurerOperations } from "../insurer-operations.ts";
import { Insurers } from "../insurers/registry.ts";
import { clearByHand, type ListedIntent, listIntents, settleByHand } from "../intents/by-hand.ts";
import type { IntentDependencies } from "../intents/dependencies.ts";

/** No answer of an insurer that is taken has more (bytes). */
const mostAnswerBytes = 2 * 1024 * 1024;
const ignore = () => {};
/** No log: the command's own output tells the state of the request. */
const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** `accord insurance intents`. */
export function intentsCommand(terminal: Terminal): Command {
  const intents = new Command("intents").description("requests that insurers have not answered");

  terminal.action(
    intents
      .command("list")
      .description("list what is open; the settlement job asks again for 30 days, then people must"),
    async ({ database }) => {
      const { manager } = database.dataSource;
      const open = await listIntents(manager, Date.now());
      const ids = [...new Set(open.map(({ businessId }) => businessId))];
      const businesses = await manager.findBy(businessEntity, { id: In(ids) });
      const slugs = new Map(businesses.map(({ id, slug }) => [id, slug]));
      const listed = open.map((intent) => presentIntent(intent, slugs.get(intent.businessId) ?? intent.businessId));
      const rows = listed.map(({ tries, ...row }) => ({ ...row, tries: String(tries) }));
      return { json: listed, text: table(rows, "Every request to an insurer has its answer.") };
    },
  );

  terminal.action(
    intents
      .command("settle")
      .description("ask the insurer once more, with the same key; or write down what it has told you")
      .argument("<key>", "of the request, as list shows it", uuid)
      .option("--answer <file>", "JSON: the body of the insurer's success, as specs/insurer has it")
      .addHelpText("after", "\nExample:\n  accord insurance intents settle 8f14e45f-ceea-467f-a0e6-bd1c3d2f9a10"),
    async (context, key: string, { answer }: { readonly answer?: string }) => {
      const given = answer === undefined ? undefined : await readAnswer(answer);
      const outcome = await withIntents(context, (dependencies) => settleByHand(dependencies, key, given));
      return { json: { key, outcome }, text: details({ request: key, outcome }) };
    },
  );

  terminal.action(
    intents
      .command("clear")
      .description("forget a request of which the insurer says that nothing was done; it may then be made again")
      .argument("<key>", "of the request, as list shows it", uuid)
      .requiredOption("--nothing-was-done", "you have asked the insurer")
      .addHelpText(
        "after",
        "\nExample:\n  accord insurance intents clear 8f14e45f-ceea-467f-a0e6-bd1c3d2f9a10 --nothing-was-done",
      ),
    async (context, key: string) => {
      const { operation, subject } = await withIntents(context, (dependencies) => clearByHand(dependencies, key));
      const cleared = { key, operation, subject, outcome: "cleared" };
      return { json: cleared, text: details({ ...cleared, subject: printable(subject) }) };
    },
  );

  return intents;
}

function presentIntent({ insurerKey: key, ...intent }: ListedIntent, business: string) {
  const { environment, providerId: insurer, operation, subject, tries, createdAt, nextTryAt, claim, givenUp } = intent;
  const next = claim !== null ? "under way" : givenUp ? "given up" : nextTryAt.toISOString();
  const since = createdAt.toISOString();
  return { key, business, environment, insurer, operation, subject: printable(subject), since, tries, next };
}

/** Insurers, and this process as one that works on intents, for as long as `work` takes. */
async function withIntents<T>(
  { database, masterKey }: IdentityContext,
  work: (dependencies: IntentDependencies) => Promise<T>,
): Promise<T> {
  const insurers = new Insurers(database, masterKey);
  const liveness = new LivenessLock(database.pool, silent);
  try {
    const dependencies = { database, liveness, claims: new Set<string>(), insurers, operations: insurerOperations };
    return await work({ ...dependencies, log: silent });
  } finally {
    await liveness.close();
    insurers.close();
  }
}

/** Throws Problem VALIDATION_FAILED for a file that cannot be read or is no JSON. */
async function readAnswer(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw invalid(`${file} cannot be read (${error.code}).`);
  });
  if (bytes.length > mostAnswerBytes) throw invalid(`${file} has more than ${mostAnswerBytes} bytes.`);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalid(`${file} is not JSON.`);
  }
}

function uuid(text: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError("Expected a UUID.");
  return text.toLowerCase();
}
