import { Argument, Command, InvalidArgumentError } from "commander";
import { invalid } from "#src/http/problem.ts";
import { details, type Terminal } from "#src/identity/commands/terminal.ts";
import type { OutsideService } from "./outside-service.ts";

/** Environment variables: secrets are read from them, so that nobody sees one in a list of processes or a shell's history. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface Registration {
  readonly command: string;
  readonly description: string;
  readonly service: OutsideService;
  /** What the service is called in messages. */
  readonly title: string;
  /** The environment variable with its secret. */
  readonly variable: string;
}

/** The command that registers a real service. */
export function registrationCommand(
  terminal: Terminal,
  env: Env,
  { command: name, description, service, title, variable }: Registration,
): Command {
  return terminal.action(
    new Command(name)
      .description(description)
      .addArgument(new Argument("<url>", "where it serves, without a slash at its end").argParser(serviceUrl)),
    async ({ database: { dataSource }, masterKey }, url: string) => {
      const secret = env[variable] ?? "";
      if (secret === "") throw invalid(`Give the ${title}'s secret in ${variable}.`);
      await service.register({ manager: dataSource.manager, masterKey }, { url, secret, sandbox: false });
      return { json: { url }, text: details({ [title]: url }) };
    },
  );
}

function serviceUrl(text: string): string {
  const url = URL.parse(text);
  const isLoopback = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (url === null || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)))
    throw new InvalidArgumentError("It must be an https address.");
  return text.replace(/\/$/, "");
}
