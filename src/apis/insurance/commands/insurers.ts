import { Command } from "commander";
import { printable } from "#src/http/printable.ts";
import { invalid, notFound } from "#src/http/problem.ts";
import {
  details,
  type IdentityContext,
  type Outcome,
  type Terminal,
  table,
  when,
} from "#src/identity/commands/terminal.ts";
import { listInsurers } from "../catalog/overview.ts";
import { type SyncOutcome, syncCatalog, syncInsurer } from "../catalog/sync.ts";
import { Insurers, registerInsurer, switchInsurer } from "../insurers/registry.ts";

interface AddOptions {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly credentialStdin?: boolean;
  readonly redirectHost?: readonly string[];
  readonly allowLoopback?: boolean;
}

/** Where commands get an insurer's credential from: nobody sees it in a list of processes or a shell's history. */
export interface CredentialSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: () => AsyncIterable<Uint8Array | string>;
}

const credentialVariable = "ACCORD_INSURER_CREDENTIAL";

export function insurersCommand(terminal: Terminal, sources: CredentialSources): Command {
  return new Command("insurers")
    .description("the insurers whose products are sold")
    .addCommand(listCommand(terminal))
    .addCommand(addCommand(terminal, sources))
    .addCommand(syncCommand(terminal))
    .addCommand(
      switchCommand(terminal, "off", "switch an insurer off: its products vanish and nothing more is asked of it"),
    )
    .addCommand(switchCommand(terminal, "on", "switch an insurer on again"));
}

function listCommand(terminal: Terminal): Command {
  return terminal.action(
    new Command("list").description("list the insurers: where each is, and how many of its products can be sold"),
    async ({ database }) => {
      const all = await listInsurers(database.pool);
      const rows = all.map(({ id, name, baseUrl, active, products, seenAt }) => ({
        id,
        name: printable(name),
        url: baseUrl,
        active: active ? "yes" : "no",
        products: String(products),
        "last listed": when(seenAt, "never"),
      }));
      return { json: all, text: table(rows, 'There is no insurer yet. "accord insurers add --help" says how.') };
    },
  );
}

function addCommand(terminal: Terminal, sources: CredentialSources): Command {
  return terminal.action(
    new Command("add")
      .description("add an insurer, or replace what is known of it")
      .requiredOption("--id <id>", "its providerId: lower-case letters, digits and hyphens")
      .requiredOption("--name <name>", "its name, for people")
      .requiredOption(
        "--url <address>",
        "where it serves the insurer protocol, for example https://api.aegis.example/accord",
      )
      .option(
        "--credential-stdin",
        `read the token that it issued from standard input instead of ${credentialVariable}`,
      )
      .option("--redirect-host <host...>", "hosts it may send us to for documents, with their port unless it is 443")
      .option("--allow-loopback", "let http://127.0.0.1 in: for development with the sandbox insurers")
      .addHelpText(
        "after",
        `
Examples:
  accord insurers add --id aegis --name "Aegis Mutual" --url https://api.aegis.example/accord \\
    --redirect-host files.aegis.example --credential-stdin < aegis.token
  ${credentialVariable}=sandbox-aegis accord insurers add --id aegis --name "Aegis Mutual" \\
    --url http://127.0.0.1:8090/aegis --allow-loopback`,
      ),
    async ({ database, masterKey }, options: AddOptions) => {
      const { id, name, url, redirectHost = [], allowLoopback = false } = options;
      const credential = await credentialFrom(sources, options);
      const insurer = { id, name, baseUrl: url, credential, redirectHosts: redirectHost };
      await registerInsurer(database, masterKey, insurer, { allowLoopback });
      const known = (await listInsurers(database.pool)).find((insurer) => insurer.id === id);
      const next = known?.active ? `accord insurers sync ${id}` : `accord insurers on ${id}`;
      const hosts = redirectHost.join(" ") || "none";
      return { json: known, text: details({ insurer: id, name, url, "redirect hosts": hosts, next }) };
    },
  );
}

function syncCommand(terminal: Terminal): Command {
  return new Command("sync")
    .description("ask insurers for their products now; a worker does so once an hour")
    .argument("[id]", "one insurer; all when left out")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExamples:\n  accord insurers sync\n  accord insurers sync aegis")
    .action(async (id: string | undefined, _options: object, command: Command) => {
      let outcomes: readonly SyncOutcome[] = [];
      await terminal.run(command, async (context) => {
        outcomes = await syncNow(context, id);
        return shownOutcomes(outcomes);
      });
      const failed = outcomes.filter(({ failure }) => failure !== null);
      if (failed.length > 0) {
        const ids = failed.map(({ providerId }) => providerId).join(", ");
        command.error(`error: not everything could be read from ${ids}; what was known stays.`, { exitCode: 1 });
      }
    });
}

function switchCommand(terminal: Terminal, name: "on" | "off", description: string): Command {
  const active = name === "on";
  return terminal.action(
    new Command(name).description(description).argument("<id>"),
    async ({ database }, id: string) => {
      await switchInsurer(database, id, active);
      return { json: { id, active }, text: details({ insurer: id, active: active ? "yes" : "no" }) };
    },
  );
}

async function credentialFrom({ env, stdin }: CredentialSources, { credentialStdin }: AddOptions): Promise<string> {
  if (credentialStdin) return await firstLine(stdin());
  const credential = env[credentialVariable] ?? "";
  if (credential === "")
    throw invalid(`Give the insurer's token in ${credentialVariable}, or with --credential-stdin.`);
  return credential;
}

/** Longer than any credential (characters). */
const mostRead = 10_000;

async function firstLine(stdin: ReturnType<CredentialSources["stdin"]>): Promise<string> {
  let text = "";
  for await (const chunk of stdin) {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
    if (text.includes("\n") || text.length > mostRead) break;
  }
  return (/^[^\r\n]*/.exec(text)?.[0] ?? "").trim();
}

async function syncNow({ database, masterKey }: IdentityContext, id: string | undefined): Promise<SyncOutcome[]> {
  const insurers = new Insurers(database, masterKey);
  const { signal } = new AbortController();
  try {
    if (id === undefined) return await syncCatalog({ database, insurers }, { signal });
    const client = await insurers.find(id);
    if (client === null)
      throw notFound(
        `No insurer ${JSON.stringify(id)} is switched on. "accord insurers list" shows all, "accord insurers on" switches one on.`,
      );
    return [await syncInsurer(database, client, { signal })];
  } finally {
    insurers.close();
  }
}

function shownOutcomes(outcomes: readonly SyncOutcome[]): Outcome {
  const rows = outcomes.map(({ providerId, listed, hidden, failure }) => ({
    insurer: providerId,
    listed: String(listed),
    hidden: String(hidden),
    outcome: failure === null ? "complete" : printable(failure.message),
  }));
  return {
    json: outcomes.map(({ failure, ...outcome }) => ({ ...outcome, failure: failure?.message ?? null })),
    text: table(rows, "No insurer is switched on."),
  };
}
