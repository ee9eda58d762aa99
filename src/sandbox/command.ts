/** `accord sandbox`: counterparts to try things with, for the program to add. */
import { Command, InvalidArgumentError } from "commander";

export interface SandboxInsurersOptions {
  readonly port: number;
  /** Null remembers nothing beyond the process. */
  readonly journal: string | null;
}

export interface SandboxRuns {
  insurers(options: SandboxInsurersOptions): Promise<void>;
  mailbox(options: { readonly port: number }): Promise<void>;
}

/** @param runs are called when their command runs, and resolve when the sandbox has stopped. */
export function sandboxCommand(runs: SandboxRuns): Command {
  const insurers = new Command("insurers")
    .description("Serve twelve insurers, each under its own path, for Accord to sell. `start` runs them by itself.")
    .option("-p, --port <port>", "the port on 127.0.0.1 to listen on; 0 takes a free one", portOf, 8090)
    .option("--journal <file>", "remember sales in this file; left out, they are forgotten when the sandbox stops")
    .action(({ port, journal = null }: { port: number; journal?: string | null }) => runs.insurers({ port, journal }));
  const mailbox = new Command("mailbox")
    .description(
      "Serve a mail service whose messages can be read. Its secret is in ACCORD_MAIL_SECRET. `start` runs one by itself.",
    )
    .option("-p, --port <port>", "the port on 127.0.0.1 to listen on; 0 takes a free one", portOf, 8091)
    .action(({ port }: { port: number }) => runs.mailbox({ port }));
  return new Command("sandbox")
    .description("Run counterparts of Accord to try things with.")
    .addCommand(insurers)
    .addCommand(mailbox);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Expected a number from 0 to 65535.");
  return port;
}
