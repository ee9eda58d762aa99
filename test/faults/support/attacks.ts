/**
 * What one client can do to take the service from the others. Run as a program, it attacks from a process of its own, so
 * that whoever measures meanwhile does not wait for it:
 *
 *     node attacks.ts '{"name":…,"url":…,"key":…,"times":…}'
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type RequestOptions, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import {
  attackWithLabels,
  type LabelAttackName,
  labelAnswers,
  labelAttackNames,
  labelAttacks,
} from "./label-attacks.ts";

const mebibyte = 1024 * 1024;

interface Sending {
  readonly path: string;
  readonly type: "application/json" | "application/x-ndjson" | "application/x-protobuf";
  readonly gzip?: boolean;
  readonly body: () => Buffer;
  /** What any of these requests may be answered. */
  readonly answers: readonly number[];
}

const ingest = "/api/v1/monitor/ingest";
const spans = (list: string) => Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${list}]}]}]}`);
/** A span that cannot be stored, of about 200 bytes. */
const badSpan = `{"traceId":"none","spanId":"none","startTimeUnixNano":1795255200123456789,"name":"${"x".repeat(120)}"}`;

/** Attacks of many requests at once. 503 is for what there is no memory for. */
export const floods = {
  "a million bad lines in 2 KB of gzip": {
    path: ingest,
    type: "application/x-ndjson",
    gzip: true,
    body: () => Buffer.from("x\n".repeat(mebibyte)),
    answers: [413, 503],
  },
  "as many bad lines as a body may have": {
    path: ingest,
    type: "application/x-ndjson",
    body: () => Buffer.from(`{"level":30,"time":"now","message":"${"x".repeat(60)}"}\n`.repeat(20_000)),
    answers: [400, 503],
  },
  "2 MB of empty lists": {
    path: ingest,
    type: "application/json",
    body: () => Buffer.from(`[[${"[],".repeat(690_000)}[]]]`),
    answers: [400, 503],
  },
  "exports with one long number": {
    path: "/v1/traces",
    type: "application/json",
    body: () => spans(`${`${badSpan},`.repeat(90_000)}{"kind":${"7".repeat(mebibyte)}}`),
    answers: [400, 503],
  },
  "20 MB exports of bad spans": {
    path: "/v1/traces",
    type: "application/json",
    body: () => spans(Array(95_000).fill(badSpan).join(",")),
    answers: [200, 503],
  },
  "gzip bombs": {
    path: "/v1/logs",
    type: "application/json",
    gzip: true,
    body: () => Buffer.alloc(20 * mebibyte, " "),
    answers: [400, 503],
  },
  "gzip bombs of protobuf": {
    path: "/v1/traces",
    type: "application/x-protobuf",
    gzip: true,
    // Fields that no message knows.
    body: () => Buffer.alloc(20 * mebibyte, Buffer.from("c03e01", "hex")),
    answers: [400, 503],
  },
} satisfies Record<string, Sending>;

interface Reading {
  /** What there is to read: an export, sent before the attack. */
  readonly stored: readonly [path: string, body: () => Buffer];
  readonly path: string;
  /** What any of these requests may be answered. */
  readonly answers: readonly number[];
}

const traceId = "5".repeat(32);
const log = (index: number) => `{"timeUnixNano":"${Date.now()}000000","body":{"stringValue":"line ${index}"}}`;
const span = (index: number) =>
  `{"traceId":"${traceId}","spanId":"${(index + 1).toString(16).padStart(16, "0")}","startTimeUnixNano":"${Date.now()}000000","name":"${"x".repeat(300)}"}`;
const listed = (record: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => record(i)).join(",");

/** A metric whose one label is as long as a long URL. */
function longLabel(): Buffer {
  const attributes = [{ key: "long", value: { stringValue: "a".repeat(16_000) } }];
  const gauge = { dataPoints: [{ timeUnixNano: `${Date.now()}000000`, asDouble: 1, attributes }] };
  return Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "up", gauge }] }] }] }));
}

/** Attacks of many questions at once. 503 is for those that would wait behind too many of their own. */
export const readings = {
  "searches that find nothing": {
    stored: [
      "/v1/logs",
      () => Buffer.from(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${listed(log, 95_000)}]}]}]}`),
    ],
    // Too short to be ruled out by its trigrams.
    path: "/api/v1/monitor/logs?q=zq",
    answers: [200, 503],
  },
  "reads of a long trace": {
    // More than an answer shows of one trace.
    stored: ["/v1/traces", () => spans(listed(span, 11_000))],
    path: `/jaeger/api/traces/${traceId}`,
    answers: [200, 503],
  },
  "patterns over a long label": {
    stored: ["/v1/metrics", longLabel],
    // Each pattern is allowed; together they are more work than a query may be.
    path: `/api/v1/prom/query?query=up{${Array.from({ length: 20 }, (_, at) => `long=~"(?:[ab]?){300}${at}z"`).join(",")}}`,
    answers: [422, 503],
  },
  "queries that are no queries": {
    stored: ["/v1/metrics", longLabel],
    path: `/api/v1/prom/query?query=${"a(b)(c[".repeat(2_000)}`,
    answers: [400, 503],
  },
} satisfies Record<string, Reading>;

export type AttackName =
  | keyof typeof floods
  | keyof typeof readings
  | LabelAttackName
  | "half-sent bodies"
  | "answers that nobody reads";

export const attackNames = [
  ...(Object.keys(floods) as (keyof typeof floods)[]),
  ...(Object.keys(readings) as (keyof typeof readings)[]),
  ...labelAttackNames,
  "half-sent bodies",
  "answers that nobody reads",
] as const satisfies readonly AttackName[];

export interface AttackPlan {
  readonly name: AttackName;
  /** Where the observability API is. */
  readonly url: string;
  readonly key: string;
  /** Of another tenant of the attacker, for attacks of two. */
  readonly secondKey?: string;
  /** How many requests at once, or connections. */
  readonly times: number;
}

/** Attacks from another process. Resolves with how many requests were answered with each status. */
export async function attack(plan: AttackPlan): Promise<Readonly<Record<string, number>>> {
  const child = fork(import.meta.filename, [JSON.stringify(plan)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let statuses: Record<string, number> | undefined;
  child.once("message", (counts: Record<string, number>) => {
    statuses = counts;
  });
  const [code] = await once(child, "exit");
  if (statuses === undefined) throw new Error(`the attacker ended with ${code}`);
  return statuses;
}

if (import.meta.main) {
  const plan = JSON.parse(process.argv[2] ?? "") as AttackPlan;
  const statuses = await attackerOf(plan.name)(plan);
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  process.send?.(counts);
  process.disconnect();
}

function attackerOf(name: AttackName): (plan: AttackPlan) => Promise<number[]> {
  if (name in floods) return flood;
  if (name in readings) return ask;
  if (name in labelAttacks) return writeLabels;
  return name === "half-sent bodies" ? sendHalves : readNothing;
}

/** What any request of the attack may be answered; none where that is not asked. */
export function answersOf(name: AttackName): readonly number[] {
  if (name in labelAttacks) return labelAnswers;
  return { ...floods, ...readings }[name as keyof typeof floods]?.answers ?? [];
}

function writeLabels({ name, url, key, secondKey = key, times }: AttackPlan): Promise<number[]> {
  return attackWithLabels(name as LabelAttackName, { url, keys: [key, secondKey], times });
}

function flood({ name, url, key, times }: AttackPlan): Promise<number[]> {
  const { path, type, gzip = false, body } = floods[name as keyof typeof floods] as Sending;
  const sent = gzip ? gzipSync(body()) : body();
  const headers = { "x-api-key": key, "content-type": type, ...(gzip && { "content-encoding": "gzip" }) };
  return atOnce(times, url + path, { method: "POST", headers }, sent);
}

async function ask({ name, url, key, times }: AttackPlan): Promise<number[]> {
  const { stored, path } = readings[name as keyof typeof readings] as Reading;
  const [storedAt, body] = stored;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const [status] = await atOnce(1, url + storedAt, { method: "POST", headers }, body());
  if (status !== 200) throw new Error(`what there is to read was answered ${status}`);
  return atOnce(times, url + path, { headers });
}

async function atOnce(times: number, url: string, options: RequestOptions, body?: Buffer): Promise<number[]> {
  const agent = new Agent({ maxSockets: times });
  const send = () =>
    new Promise<number>((resolve) => {
      const outgoing = request(url, { ...options, agent }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      });
      // The server may hang up on what it has refused.
      outgoing.once("error", () => resolve(0)).end(body);
    });
  const answers = await Promise.all(Array.from({ length: times }, send));
  agent.destroy();
  return answers;
}

/** Connections that say they will send 20 MiB, send one, and wait. */
async function sendHalves({ url, key, times }: AttackPlan): Promise<number[]> {
  const half = Buffer.alloc(mebibyte, " ");
  const head = `POST /v1/logs HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${20 * mebibyte}\r\n\r\n`;
  const sockets = Array.from({ length: times }, () => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname).on("error", () => {});
    socket.write(head);
    socket.write(half);
    return socket;
  });
  const answers = sockets.map(async (socket) => {
    // Who is refused may be hung up on before it can read why.
    const [said] = await Promise.race([once(socket, "data"), once(socket, "close"), delay(4_000, [""])]).catch(() => [
      "",
    ]);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(said))?.[1] ?? 0);
  });
  const statuses = await Promise.all(answers);
  for (const socket of sockets) socket.destroy();
  return statuses;
}

/** Connections that ask for the API's document again and again, and read nothing. */
async function readNothing({ url, times }: AttackPlan): Promise<number[]> {
  const asking = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40);
  const sockets = Array.from({ length: times }, () => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname, () => socket.write(asking));
    return socket.on("error", () => {}).pause();
  });
  await delay(3_000);
  for (const socket of sockets) socket.destroy();
  return sockets.map(() => 0);
}
