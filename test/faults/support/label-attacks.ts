/** What one client can do with the labels of remote writes: long ones, many of two tenants, and ones that collide. */
import { Agent, request } from "node:http";
import { compressSync } from "snappy";
import { ByteWriter } from "#src/apis/observability/metrics/codec/bytes.ts";
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";
import { collidingLabels } from "./colliding-labels.ts";

export interface LabelAttack {
  /** Of each tenant, the labels of one series of the nth request. */
  readonly labels: (request: number, series: number) => readonly string[];
  readonly series: number;
  readonly tenants: 1 | 2;
  /** What is asked for when all is written. */
  readonly lists: readonly string[];
}

const lists = ["labels", "label/text0/values", "series?match[]=m", "query?query=m"];
const text = (size: number, request: number, series: number) => `${request}-${series}-${"x".repeat(size)}`;

/** 400: partly refused; 422: the list is too large; 503: there is no memory or no turn for it. */
export const labelAnswers = [200, 204, 400, 422, 503] as const;

export const labelAttacks = {
  "64 KB labels": {
    labels: (nth, series) => [
      ...["__name__", "m"],
      ...[0, 1, 2, 3].flatMap((i) => [`text${i}`, text(16_000, nth, series)]),
    ],
    series: 450,
    tenants: 1,
    lists,
  },
  "2 KB labels of two tenants": {
    labels: (nth, series) => ["__name__", "m", "text0", text(2_000, nth, series)],
    series: 10_000,
    tenants: 2,
    lists,
  },
  "colliding series": {
    labels: (nth, series) => collidingLabels(30_000 * (nth % 3) + series),
    series: 30_000,
    tenants: 1,
    lists: [],
  },
} satisfies Record<string, LabelAttack>;

export type LabelAttackName = keyof typeof labelAttacks;

export const labelAttackNames = Object.keys(labelAttacks) as LabelAttackName[];

export interface LabelAttackPlan {
  readonly url: string;
  /** Of each tenant. */
  readonly keys: readonly string[];
  /** Requests of each tenant. */
  readonly times: number;
}

/** Requests under way of each tenant. */
const writtenAtOnce = 2;
const askedAtOnce = 8;

/** Resolves with the status of each answer; 0 for a connection that was closed. */
export async function attackWithLabels(
  name: LabelAttackName,
  { url, keys, times }: LabelAttackPlan,
): Promise<number[]> {
  const attack: LabelAttack = labelAttacks[name];
  const statuses: number[] = [];
  const headers = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
  for (let nth = 0; nth < times; nth += writtenAtOnce) {
    const bodies = Array.from({ length: Math.min(writtenAtOnce, times - nth) }, (_, i) => bodyOf(attack, nth + i));
    const sent = keys
      .slice(0, attack.tenants)
      .flatMap((key) => bodies.map((body) => send(`${url}/api/v1/prom/write`, { ...headers, "x-api-key": key }, body)));
    statuses.push(...(await Promise.all(sent)));
  }
  for (const list of attack.lists) {
    const asked = keys
      .slice(0, attack.tenants)
      .flatMap((key) =>
        Array.from({ length: askedAtOnce }, () => send(`${url}/api/v1/prom/${list}`, { "x-api-key": key })),
      );
    statuses.push(...(await Promise.all(asked)));
  }
  return statuses;
}

/** A message of remote write 1.0 with one sample of each series. */
function bodyOf({ labels, series }: LabelAttack, nth: number): Buffer {
  const writer = new ByteWriter(1 << 20);
  const time = new ByteWriter(16);
  time.varint(Date.now());
  for (let i = 0; i < series; i++) {
    const set = encodeLabels(labels(nth, i));
    writer.byte(0x0a);
    writer.varint(set.length + 3 + time.length);
    writer.append(set);
    writer.byte(0x12);
    writer.varint(1 + time.length);
    writer.byte(0x10);
    writer.append(time.written);
  }
  return compressSync(writer.written);
}

const agent = new Agent({ maxSockets: 32 });

function send(url: string, headers: Readonly<Record<string, string>>, body?: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method: body === undefined ? "GET" : "POST", headers, agent }, (answer) => {
      answer.resume().once("close", () => resolve(answer.statusCode ?? 0));
    });
    // The server may hang up on what it has refused.
    outgoing.once("error", () => resolve(0)).end(body);
  });
}
