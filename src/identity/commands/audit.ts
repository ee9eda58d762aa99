import { Command, InvalidArgumentError } from "commander";
import { printable } from "#src/http/printable.ts";
import { listAuditEvents } from "../audit.ts";
import { businessBySlug } from "../businesses.ts";
import type { AuditEvent } from "../entities.ts";
import { type Terminal, table } from "./terminal.ts";

interface AuditOptions {
  readonly since?: Date;
  readonly business?: string;
  readonly limit: number;
  readonly before?: string;
}

const maxLimit = 10_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `accord audit`: prints the audit log. */
export function auditCommand(terminal: Terminal): Command {
  return terminal.action(
    new Command("audit")
      .description("what was done to keys, roles and secrets, by whom and when; newest first")
      .option("--since <time>", "from this moment on: 2026-11-22, or 2026-11-22T10:00:00Z", parseTime)
      .option("--business <slug>", "only what belongs to this business")
      .option("--limit <count>", "most events of a page", parseLimit, 100)
      .option("--before <id>", "the next page: what came before the last event of this one", parseId),
    async ({ database }, { business, ...query }: AuditOptions) => {
      const businessId = business === undefined ? {} : { businessId: (await businessBySlug(database, business)).id };
      const found = await listAuditEvents(database, { ...query, ...businessId, limit: query.limit + 1 });
      const events = found.slice(0, query.limit);
      const next = found.length > events.length ? (events.at(-1)?.id ?? null) : null;
      const more = next === null ? "" : `\n\nMore: --before ${next}`;
      return { json: { events, next }, text: `${table(events.map(asRow), "Nothing was done yet.")}${more}` };
    },
  );
}

function asRow({ at, action, actorKind, actor, subject, details }: AuditEvent): Record<string, string> {
  return {
    at: at.toISOString(),
    action,
    by: actorKind === "operator" ? actor : `${actorKind} ${actor}`,
    subject,
    details: Object.entries(details)
      .map(([name, value]) => printable(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`))
      .join(" "),
  };
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError("Expected a time such as 2026-11-22 or 2026-11-22T10:00:00Z.");
  return time;
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit)
    throw new InvalidArgumentError(`Expected 1 to ${maxLimit}.`);
  return limit;
}

function parseId(text: string): string {
  if (!uuid.test(text)) throw new InvalidArgumentError("Expected the id of an event.");
  return text;
}
