/** `accord wallet`: who uses the API, and through whom money comes and goes. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { printable } from "#src/http/printable.ts";
import { details, onceNote, type Terminal, table, when } from "#src/identity/commands/terminal.ts";
import { type Env, registrationCommand } from "#src/outside/commands.ts";
import { clearingHouseService } from "./clearing/clearing-house.ts";
import { listIntegrators, replaceSecret, revokeIntegrator } from "./integrator-access.ts";
import { createIntegrator } from "./integrators.ts";
import { qrPlatformService } from "./qr/qr-platform.ts";

export const platformSecretVariable = "ACCORD_QR_PLATFORM_SECRET";
export const houseSecretVariable = "ACCORD_CLEARING_HOUSE_SECRET";
const hourMs = 3_600_000;

/** `env` has the secrets of the clearing house and of the QR platform. */
export function walletCommand(terminal: Terminal, env: Env): Command {
  const wallet = new Command("wallet").description("who uses the wallet API, its clearing house and its QR platform");
  wallet.addCommand(integratorCommand(terminal));
  wallet.addCommand(
    registrationCommand(terminal, env, {
      command: "clearing-house",
      description: `register a real clearing house, whose secret is in ${houseSecretVariable}: credits are not simulated any more`,
      service: clearingHouseService,
      title: "clearing house",
      variable: houseSecretVariable,
    }),
  );
  wallet.addCommand(
    registrationCommand(terminal, env, {
      command: "qr-platform",
      description: `register the QR platform, whose secret is in ${platformSecretVariable}: codes make customers there`,
      service: qrPlatformService,
      title: "QR platform",
      variable: platformSecretVariable,
    }),
  );
  return wallet;
}

function integratorCommand(terminal: Terminal): Command {
  const integrator = new Command("integrator").description("integrators: their keys, their secrets, their end");
  terminal.action(
    integrator
      .command("create", { isDefault: true })
      .description("agree with a new integrator: prints the consumer key and, this once, the consumer secret")
      .addArgument(new Argument("<name>", "what the integrator is called").argParser(name)),
    async ({ database }, name: string) => {
      const { integrator, consumerKey, consumerSecret } = await createIntegrator(database, name, new Date());
      const { id, poolAccountNo: poolAccount } = integrator;
      const made = { integrator: id, consumerKey, consumerSecret, poolAccount };
      return { json: made, text: details(made) };
    },
  );
  terminal.action(
    integrator.command("list").description("list the integrators, without revealing their secrets"),
    async ({ database }) => {
      const rows = (await listIntegrators(database)).map(({ id, name, consumerKey, createdAt, revokedAt }) => ({
        integrator: id,
        name: printable(name),
        "consumer key": consumerKey,
        created: createdAt.toISOString(),
        revoked: when(revokedAt, "no"),
      }));
      return { json: rows, text: table(rows, "There is no integrator yet.") };
    },
  );
  terminal.action(
    integrator
      .command("new-secret")
      .description("give an integrator another consumer secret, printed this once")
      .addArgument(new Argument("<id>", "of the integrator").argParser(integratorId))
      .addOption(
        new Option("--overlap-hours <hours>", "how long the secret before stays valid").default(24).argParser(hours),
      ),
    async ({ database }, id: string, { overlapHours }: { overlapHours: number }) => {
      const credentials = await replaceSecret(database, id, overlapHours * hourMs);
      const made = { integrator: id, ...credentials };
      return { json: made, text: `${details(made)}\n${onceNote}` };
    },
  );
  terminal.action(
    integrator
      .command("revoke")
      .description("end an integrator's access within 5 s; its books stay")
      .addArgument(new Argument("<id>", "of the integrator").argParser(integratorId)),
    async ({ database }, id: string) => {
      await revokeIntegrator(database, id);
      return { json: { integrator: id }, text: details({ revoked: id }) };
    },
  );
  return integrator;
}

export function integratorId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError("It must be a UUID.");
  return text.toLowerCase();
}

function name(text: string): string {
  if (text.trim() === "" || [...text].length > 100) throw new InvalidArgumentError("It must have 1 to 100 characters.");
  return text;
}

function hours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be a number from 0 to 9999.");
  return Number(text);
}
