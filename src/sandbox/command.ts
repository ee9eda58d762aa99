/** `accord sandbox`: counterparts to try things with, for the program to add. */
import { Command, InvalidArgumentError } from "commander";

export interface SandboxInsurersOptions {
  readonly port: number;
  /** Null remembers nothing beyond the process. */
  readonly journal: string | null;
}

/** Services that callers know by a secret. */
export const sandboxServices = ["mailbox", "clearing-house", "qr-platform"] as const;

export type SandboxServiceName = (typeof sandboxServices)[number];

export interface SandboxRuns {
  insurers(options: SandboxInsurersOptions): Promise<void>;
  service(name: SandboxServiceName, options: { readonly port: number }): Promise<void>;
}

/** The variable with the secret of each, which the command that registers such a service takes too. */
export const secretVariables: Readonly<Record<SandboxServiceName, string>> = {
  mailbox: "ACCORD_MAIL_SECRET",
  "clearing-house": "ACCORD_CLEARING_HOUSE_SECRET",
  "qr-platform": "ACCORD_QR_PLATFORM_SECRET",
};

const descriptions: Readonly<Record<SandboxServiceName, string>> = {
  mailbox: "Serve a mail service whose messages can be read.",
  "clearing-house": "Serve a clearing house, which plays the other banks.",
  "qr-platform": "Serve a QR platform, which makes customers of accounts with codes.",
};

/** @param runs are called when their command runs, and resolve when the sandbox has stopped. */
export function sandboxCommand(runs: SandboxRuns): Command {
  const sandbox = new Command("sandbox").description("Run counterparts of Accord to try things with.");
  sandbox
    .command("insurers")
    .description("Serve twelve insurers, each under its own path, for Accord to sell. `start` runs them by itself.")
    .option("-p, --port <port>", "the port on 127.0.0.1 to listen on; 0 takes a free one", portOf, 8090)
    .option("--journal <file>", "remember sales in this file; left out, they are forgotten when the sandbox stops")
    .action(({ port, journal = null }: { port: number; journal?: string | null }) => runs.insurers({ port, journal }));
  for (const [index, name] of sandboxServices.entries())
    sandbox
      .command(name)
      .description(`${descriptions[name]} Its secret is in ${secretVariables[name]}. \`start\` runs one by itself.`)
      .option("-p, --port <port>", "the port on 127.0.0.1 to listen on; 0 takes a free one", portOf, 8091 + index)
      .action(({ port }: { port: number }) => runs.service(name, { port }));
  return sandbox;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Expected a number from 0 to 65535.");
  return port;
}
