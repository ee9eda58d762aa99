/** Requests that come again with their idempotency key, at once or later: one does the work, the others are answered as it was. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isSuccess } from "./judge.ts";
import type { Plan } from "./plan.ts";
import { type Draft, membersOf, type Received, send, withHeaders } from "./request.ts";
import type { Unit } from "./units.ts";
import type { WriteWatch } from "./written.ts";

const keyHeader = "idempotency-key";

/** The request with a key of its own where it may have one and has none. */
export function withKey({ isRepeatable, status }: Unit, draft: Draft): Draft {
  const hasKey = Object.keys(draft.headers).some((name) => name.toLowerCase() === keyHeader);
  return isRepeatable && isSuccess(status) && !hasKey ? withHeaders(draft, { [keyHeader]: randomUUID() }) : draft;
}

/** Sends the request four times at once. One does the work, and its answer is returned; the others have to be its replays. */
export async function sendAtOnce(
  baseUrl: string,
  sent: Draft,
  plan: Plan,
): Promise<{ readonly received: Received; readonly faults: readonly string[] }> {
  const [one, ...others] = await Promise.all([1, 2, 3, 4].map(() => send(baseUrl, sent)));
  const answers = [one as Received, ...others];
  const originals = answers.filter((answer) => !isReplay(answer));
  const received = originals[0] ?? (one as Received);
  const faults = [
    ...(originals.length > 1 ? [`${originals.length} of ${answers.length} are no replay`] : []),
    ...(answers.every((answer) => isDeepStrictEqual(toldIn(answer, plan), toldIn(received, plan)))
      ? []
      : ["answered differently"]),
    ...shownAgain(
      answers.filter((answer) => answer !== received),
      plan,
    ),
  ];
  return { received, faults: faults.map((fault) => `sent at once with one key: ${fault}`) };
}

export async function repetitionFaults(
  baseUrl: string,
  sent: Draft,
  first: Received,
  { plan, watch }: { readonly plan: Plan; readonly watch: WriteWatch | undefined },
): Promise<string[]> {
  const before = await watch?.now();
  const calls = plan.outgoingCalls?.();
  const again = await send(baseUrl, inOtherWords(sent));
  const written = before === undefined ? [] : ((await watch?.since(before)) ?? []);
  const found = written.map((table) => `has written to ${table}`);
  if (plan.outgoingCalls?.() !== calls) found.push("has called another server");
  if (!isReplay(again)) found.push(`answered ${again.status}, as no replay`);
  else if (!isDeepStrictEqual(toldIn(again, plan), toldIn(first, plan))) found.push("answered something else");
  found.push(...shownAgain([again], plan));
  return found.map((fault) => `sent again with its key: ${fault}`);
}

const isReplay = ({ headers }: Received) => headers.get("idempotency-replayed") === "true";

/** What the server has to see as the same: members in another order, and the key in upper case. */
function inOtherWords(sent: Draft): Draft {
  const headers = Object.entries(sent.headers).map(([name, value]) => [
    name,
    name.toLowerCase() === keyHeader ? value.toUpperCase() : value,
  ]);
  const reversed = Object.fromEntries(Object.entries(membersOf(sent)).toReversed());
  const body = sent.body && new TextEncoder().encode(JSON.stringify(reversed));
  return { ...sent, headers: Object.fromEntries(headers) as Draft["headers"], body };
}

function shownAgain(replays: readonly Received[], { shownOnce = [] }: Plan): string[] {
  const shown = shownOnce.filter((name) => replays.some((replay) => textOf(replay).includes(`"${name}"`)));
  return shown.map((name) => `shows ${name} again`);
}

/** All but what is shown once. */
function toldIn(received: Received, { shownOnce = [] }: Plan): unknown {
  const text = textOf(received);
  return text === ""
    ? null
    : JSON.parse(text, (name, value: unknown) => (shownOnce.includes(name) ? undefined : value));
}

function textOf({ bytes }: Received): string {
  return new TextDecoder().decode(bytes);
}
