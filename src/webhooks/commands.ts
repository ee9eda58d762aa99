import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Command, InvalidArgumentError } from "commander";
import { readAtMost } from "#src/http/collected-bytes.ts";
import { printable } from "#src/http/printable.ts";
import { verifySignature } from "./signature.ts";

interface ListenOptions {
  readonly port: number;
  readonly secret: string;
}

/** A body larger than any event is cut off (bytes). */
const maxBodyBytes = 1_048_576;

/**
 * `webhooks listen`, for the program to add: a receiver on this machine that prints what it gets and whether its
 * signature holds. It needs no database. `write` takes what belongs on standard output; `until` ends the listening.
 */
export function webhookCommands(
  write: (text: string) => void = (text) => process.stdout.write(text),
  until: () => Promise<unknown> = interrupted,
): Command[] {
  const webhooks = new Command("webhooks").description("Receive webhooks on this machine");
  webhooks
    .command("listen")
    .description("print every delivery and verify its signature; the server needs ACCORD_WEBHOOK_ALLOW_LOOPBACK=1")
    .requiredOption("-p, --port <port>", "the port on 127.0.0.1; 0 takes a free one", parsePort)
    .requiredOption("-s, --secret <secret>", "the endpoint's signing secret, as it was shown once", parseSecret)
    .addHelpText("after", "\nExample:\n  accord webhooks listen --port 9000 --secret whsec_…")
    .action(({ port, secret }: ListenOptions, command: Command) => listen(command, { port, secret }, write, until));
  return [webhooks];
}

async function listen(
  command: Command,
  { port, secret }: ListenOptions,
  write: (text: string) => void,
  until: () => Promise<unknown>,
): Promise<void> {
  const server = createServer(async (request, response) => {
    // Stays open beyond the limit, for its socket to carry the answer.
    const body = await readAtMost(maxBodyBytes, request.iterator({ destroyOnReturn: false }));
    const refusal = body === null ? "BODY_TOO_LARGE" : verifySignature(secret, request.headers, body, new Date());
    write(`${described(request, body, refusal)}\n`);
    response.writeHead(refusal === null ? 204 : 400, { "Content-Type": "text/plain" }).end(refusal ?? undefined);
  });
  await once(server.listen(port, "127.0.0.1"), "listening").catch((error: Error) =>
    command.error(`error: ${error.message}`, { exitCode: 1 }),
  );
  const address = server.address();
  write(`Listening on http://127.0.0.1:${typeof address === "object" ? address?.port : port}/ until Ctrl+C\n`);
  await until();
  server.close();
  server.closeAllConnections();
}

function described({ headers }: IncomingMessage, body: Buffer | null, refusal: string | null): string {
  const header = (name: string) => printable(String(headers[name] ?? "-"));
  const verdict = refusal === null ? "signature valid" : `REFUSED: ${refusal}`;
  const line = `${header("hook-timestamp")}  ${header("hook-event-type")}  ${header("hook-event-id")}`;
  return `${line}  attempt ${header("hook-delivery-attempt")}  ${verdict}\n  ${printable(body?.toString() ?? "")}`;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("Expected a port from 0 to 65535.");
  return port;
}

function parseSecret(text: string): string {
  if (!text.startsWith("whsec_")) throw new InvalidArgumentError("A signing secret begins with whsec_.");
  return text;
}

function interrupted(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
}
