import { Command, InvalidArgumentError, Option } from "commander";
import { type Environment, environments } from "../environment.ts";
import { createMobileSecret, listMobileSecrets, revokeMobileSecret } from "../mobile-secrets.ts";
import { projectByPath } from "../projects.ts";
import { onceNote, type Terminal, table, when } from "./terminal.ts";

const dayMs = 86_400_000;
const maxOverlapDays = 365;

/** `accord mobile-secret`: creates, lists and revokes the secrets with which mobile apps sign tokens. */
export function mobileSecretCommand(terminal: Terminal): Command {
  const secret = new Command("mobile-secret").description(
    "the secrets that a project's mobile apps sign their tokens with",
  );

  terminal.action(
    secret
      .command("create")
      .description("create a secret; the earlier ones stay valid for a while, until the apps are updated")
      .argument("<project>", "<business>/<project>")
      .addOption(new Option("--env <environment>", "test or live data").choices(environments).default("test"))
      .option("--overlap-days <days>", "how long the earlier secrets stay valid", parseDays, 30),
    async ({ database, masterKey }, path: string, options: { env: Environment; overlapDays: number }) => {
      const project = await projectByPath(database, path);
      const overlapMs = options.overlapDays * dayMs;
      const created = await createMobileSecret(database, masterKey, project, { environment: options.env, overlapMs });
      return {
        json: { ...created, projectId: project.id, environment: options.env },
        text: `Mobile secret ${created.id} of ${path} (${options.env}):\n\n  ${created.secret}\n\n${onceNote}`,
      };
    },
  );

  terminal.action(
    secret
      .command("list")
      .description("list the secrets of a project, without revealing them")
      .argument("<project>", "<business>/<project>"),
    async ({ database }, path: string) => {
      const secrets = await listMobileSecrets(database, await projectByPath(database, path));
      const rows = secrets.map(({ id, environment, createdAt, revokedAt }) => ({
        id,
        environment,
        created: createdAt.toISOString(),
        "valid until": when(revokedAt, "no end"),
      }));
      return { json: secrets, text: table(rows, "The project has no mobile secret yet.") };
    },
  );

  terminal.action(
    secret
      .command("revoke")
      .description("end a secret within 5 s; the last one without an end stays")
      .argument("<project>", "<business>/<project>")
      .argument("<id>", "id of the secret"),
    async ({ database }, path: string, id: string) => {
      await revokeMobileSecret(database, await projectByPath(database, path), id);
      return { json: { id, revoked: true }, text: `Revoked ${id}.` };
    },
  );

  return secret;
}

function parseDays(text: string): number {
  const days = Number(text);
  if (text.trim() === "" || !(days >= 0 && days <= maxOverlapDays)) {
    throw new InvalidArgumentError(`Expected 0 to ${maxOverlapDays} days.`);
  }
  return days;
}
