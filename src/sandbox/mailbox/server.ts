/**
 * A mail service, as a server of its own: what is handed over is kept, and can be read. What it does follows from the part of the recipient's
 * address before the @, so that every course can be seen: `…+refused` is refused (422), `…+silent` is kept and not answered; everything else is kept.
 *
 * - `PUT /messages/{id}` takes `{to, subject, text}`.
 * - `GET /messages?to=…` lists the last messages to an address, the newest first; without `to`, to all.
 *
 * Reading wants the secret, too: a message may hold a token.
 */
import { notHere, type SandboxService, type ServiceOptions, startService, textsOf } from "../service.ts";

export interface KeptMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: string;
}

export interface SandboxMailbox extends SandboxService {
  /** The newest last. */
  readonly messages: readonly KeptMessage[];
}

/** Of all recipients; the oldest make room. */
const maxMessages = 1_000;
const maxListed = 50;

export async function startSandboxMailbox(options: ServiceOptions): Promise<SandboxMailbox> {
  const messages: KeptMessage[] = [];

  const keep = (message: KeptMessage): boolean => {
    const known = messages.findIndex(({ id }) => id === message.id);
    if (known !== -1) messages.splice(known, 1);
    messages.push(message);
    if (messages.length > maxMessages) messages.shift();
    return known === -1;
  };

  const service = await startService(options, {
    async answer({ method, path, query, read }) {
      if (method === "GET" && path === "/messages") {
        const to = query.get("to")?.toLowerCase();
        const found = messages.filter((message) => to === undefined || message.to.toLowerCase() === to);
        return [200, { messages: found.slice(-maxListed).reverse() }];
      }
      const id = /^\/messages\/([\w-]{1,64})$/.exec(path)?.[1];
      if (method !== "PUT" || id === undefined) return notHere;
      const message = textsOf(await read(), ["to", "subject", "text"]);
      if (message === null) return [400, { message: "not a message" }];
      const [recipient = ""] = message.to.split("@");
      if (recipient.endsWith("+refused")) return [422, { message: "no such recipient" }];
      const isNew = keep({ id, ...message, receivedAt: new Date().toISOString() });
      return recipient.endsWith("+silent") ? null : [isNew ? 201 : 200, { id }];
    },
  });
  return Object.assign(service, { messages });
}
