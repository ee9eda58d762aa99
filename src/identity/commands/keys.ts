import { Command, Option } from "commander";
import { createApiKey, listApiKeys, revokeApiKey, setApiKeyActive } from "../api-keys.ts";
import type { ApiKey } from "../entities.ts";
import { type Environment, environments } from "../environment.ts";
import { lastUse } from "../key-uses.ts";
import { type Owner, ownerByPath } from "../projects.ts";
import { type Scope, scopes } from "../scopes.ts";
import { details, type Outcome, onceNote, type Terminal, table, when } from "./terminal.ts";

interface CreateOptions {
  readonly env: Environment;
  readonly scope?: Scope[];
  readonly label?: string;
}

const createHelp = `
The insurance API takes keys of a business as a whole, which need no scopes; the observability API takes keys of a project.

Examples:
  accord keys create acme --env test
  accord keys create acme --env live
  accord keys create acme/web --env live --scope ingest:write events:read`;

/** `accord keys`: creates, lists, revokes and switches API keys. */
export function keysCommand(terminal: Terminal): Command {
  const keys = new Command("keys").description("API keys, of a project or of a business as a whole");

  terminal.action(
    keys
      .command("create")
      .description("create an API key and show it, once")
      .argument("<owner>", "<business>/<project>, or <business> for a key of the business as a whole")
      .addOption(new Option("--env <environment>", "test or live data").choices(environments).default("test"))
      .addOption(
        new Option(
          "--scope <scope...>",
          "what the key may do; when left out, ingest:write for a project and none for a business",
        ).choices(scopes),
      )
      .option("--label <text>", "what it is for")
      .addHelpText("after", createHelp),
    async ({ database }, path: string, { env, scope, label = "" }: CreateOptions) => {
      const owner = await ownerByPath(database, path);
      const granted = scope ?? (owner.project === null ? [] : ["ingest:write" as const]);
      const { keyId, key } = await createApiKey(database, owner, { environment: env, scopes: granted, label });
      const may = granted.length > 0 ? `, ${granted.join(" ")}` : "";
      return {
        json: { keyId, key, environment: env, scopes: granted, projectId: owner.project?.id ?? null },
        text: `API key of ${path} (${env}${may}):\n\n  ${key}\n\n${onceNote}${approvalNote(owner, env)}`,
      };
    },
  );

  terminal.action(
    keys
      .command("list")
      .description("list the keys of a project, or all of a business, without their secrets")
      .argument("<owner>", "<business>/<project> or <business>"),
    async ({ database }, path: string) => {
      const found = await listApiKeys(database, await ownerByPath(database, path));
      return { json: found.map(asJson), text: table(found.map(asRow), `${path} has no key yet.`) };
    },
  );

  for (const [name, description, change] of [
    ["revoke", "end a key for good", revokeApiKey],
    ["deactivate", "switch a key off", (database, keyId) => setApiKeyActive(database, keyId, false)],
    ["activate", "switch a key on again", (database, keyId) => setApiKeyActive(database, keyId, true)],
  ] satisfies [string, string, (...target: Parameters<typeof revokeApiKey>) => Promise<ApiKey>][]) {
    terminal.action(
      keys
        .command(name)
        .description(`${description} (within 5 s)`)
        .argument("<keyId>", "the part of the key before the colon"),
      async ({ database }, keyId: string) => {
        const key = await change(database, keyId);
        return shown({ ...key, lastUsedAt: await lastUse(database, key.id) });
      },
    );
  }

  return keys;
}

/** Only the insurance API, which takes keys of a business, requires the approval; APIs that take keys of projects do not. */
function approvalNote({ business, project }: Owner, env: Environment): string {
  if (env !== "live" || project !== null || business.productionActivatedAt !== null) return "";
  return `\n\n${business.slug} is not approved for production yet, and its live keys are refused until then:
see "accord business show ${business.slug}".`;
}

type UsedKey = ApiKey & { readonly lastUsedAt: Date | null };

function stateOf({ active, revokedAt }: ApiKey): "revoked" | "active" | "inactive" {
  if (revokedAt !== null) return "revoked";
  return active ? "active" : "inactive";
}

function asJson({ secretSha256: _, ...key }: UsedKey) {
  return key;
}

function asRow(key: UsedKey) {
  return {
    key: key.id,
    state: stateOf(key),
    scopes: key.scopes.join(" "),
    "last used": when(key.lastUsedAt, "never"),
    label: key.label,
  };
}

function shown(key: UsedKey): Outcome {
  return { json: asJson(key), text: details(asRow(key)) };
}
