/** The client process of the benchmark: keeps so many connections busy with transfers for so many seconds. */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";

export interface TransferLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Makes the references of this load its own. */
  readonly name: string;
  readonly accounts: readonly string[];
  /** This part of the accounts is in `hotShare` of the payments, as payer and as payee; 1 for all alike. */
  readonly hotAccounts: number;
  readonly hotShare: number;
}

export interface TransferResult {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly transfers: number;
}

/** Throws when a transfer was refused. */
export async function transferApart(load: TransferLoad): Promise<TransferResult> {
  const child = fork(fileURLToPath(import.meta.url));
  await once(child, "message");
  child.send(load);
  const [result] = (await once(child, "message")) as [TransferResult | { readonly refused: string }];
  if ("refused" in result) throw new Error(`A transfer was refused: ${result.refused}`);
  return result;
}

async function transferAll(load: TransferLoad): Promise<TransferResult> {
  const { url, headers, connections, seconds, name } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let count = 0;
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const body = transferBody(load, `${name}-${count++}`);
      const sent = performance.now();
      const outgoing = request(url, { method: "POST", agent, headers }, (answer) => {
        let text = "";
        answer.setEncoding("latin1").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => {
          times.push(performance.now() - sent);
          if (text.startsWith('{"status":"00"')) resolve();
          else reject(new Error(text));
        });
      });
      outgoing.once("error", reject).end(body);
    });
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await send();
    }),
  );
  const took = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { transfers: times.length, perSecond: times.length / took, medianMs: at(0.5), p99Ms: at(0.99) };
}

function transferBody(load: TransferLoad, reference: string): string {
  const fromAccount = pick(load);
  let toAccount = pick(load);
  while (toAccount === fromAccount) toAccount = pick(load);
  const signature = createHash("sha512")
    .update(fromAccount + toAccount)
    .digest("hex");
  const parties = { fromAccount, toAccount, toBank: "999999", transferType: "intra" };
  return JSON.stringify({ ...parties, signature, amount: "1.00", remark: "bench", reference });
}

function pick({ accounts, hotAccounts, hotShare }: TransferLoad): string {
  const among = Math.random() < hotShare ? Math.max(2, Math.floor(accounts.length * hotAccounts)) : accounts.length;
  return accounts[Math.floor(Math.random() * among)] ?? "";
}

if (import.meta.main) {
  process.send?.("ready");
  const [load] = (await once(process, "message")) as [TransferLoad];
  process.send?.(await transferAll(load).catch((error: Error) => ({ refused: error.message })));
  process.disconnect();
}
