/**
 * A clearing house between banks, as a server of its own: settles what is put to it, once for each session. What it does
 * follows from the last two digits of the account that is paid, so that every course can be seen:
 *
 * - `00` refuses.
 * - `99` never decides.
 * - `98` lets the first request wait without an answer, and has settled when it is asked again.
 * - `97` has not decided the first time, and has settled when it is asked again.
 * - `96` settles at once and returns the money: `GET /returns` names it until `DELETE /returns/{sessionId}`. An answer has at most 500 returns, in
 *   the order of session ids; `?after=` a session id goes on behind it, whether or not that one is still in the list.
 * - Everything else settles at once.
 *
 * Accounts at other banks exist unless their number begins with 9. `PUT /outage` with `{"on": "settlement"}` lets it answer about accounts alone.
 */
import { notHere, type SandboxService, type ServiceOptions, startService, textsOf } from "../service.ts";

export interface SandboxClearingHouse extends SandboxService<boolean | "settlement"> {
  /** Sessions that were settled, with the amount as it was put. */
  readonly settled: ReadonlyMap<string, string>;
  /** Sessions that were returned and not acknowledged yet, with the account that had paid. What is set here is returned too. */
  readonly returned: Map<string, string>;
}

type Decision = "SETTLED" | "FAILED" | "PENDING" | null;

const returnsInAnswer = 500;
const names = ["Bola Ade", "Chika Nwosu", "Dele Balogun", "Ebele Okafor", "Femi Alabi"];

export async function startSandboxClearingHouse(options: ServiceOptions): Promise<SandboxClearingHouse> {
  const settled = new Map<string, string>();
  const returned = new Map<string, string>();
  const asked = new Set<string>();

  const decide = (
    transfer: Readonly<Record<"sessionId" | "amount" | "fromAccount" | "toAccount", string>>,
  ): Decision => {
    const { sessionId, amount, fromAccount, toAccount } = transfer;
    if (settled.has(sessionId)) return "SETTLED";
    const isFirst = !asked.has(sessionId);
    asked.add(sessionId);
    const course = toAccount.slice(-2);
    if (course === "00") return "FAILED";
    if (course === "99" || (course === "97" && isFirst)) return "PENDING";
    settled.set(sessionId, amount);
    if (course === "96") returned.set(sessionId, fromAccount);
    return course === "98" && isFirst ? null : "SETTLED";
  };

  const service = await startService<"settlement">(options, {
    partialOutages: new Map([["settlement", ({ path }) => path.startsWith("/banks/")]]),
    async answer({ method, path, query, read }) {
      const account = /^\/banks\/\d{6}\/accounts\/(\d{10})$/.exec(path)?.[1];
      if (method === "GET" && account !== undefined)
        return account.startsWith("9")
          ? [404, { message: "no such account" }]
          : [200, { name: names[Number(account) % names.length] }];
      if (method === "GET" && path === "/returns") {
        const after = query.get("after") ?? "";
        const behind = [...returned].filter(([sessionId]) => sessionId > after);
        const returns = behind.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, returnsInAnswer);
        return [200, { returns: returns.map(([sessionId, fromAccount]) => ({ sessionId, fromAccount })) }];
      }
      const acknowledged = /^\/returns\/(\d{30})$/.exec(path)?.[1];
      if (method === "DELETE" && acknowledged !== undefined) {
        returned.delete(acknowledged);
        return [200, {}];
      }
      if (method !== "POST" || path !== "/transfers") return notHere;
      const transfer = textsOf(await read(), ["sessionId", "amount", "fromAccount", "toAccount"]);
      if (transfer === null) return [400, { message: "not a transfer" }];
      const status = decide(transfer);
      return status && [status === "PENDING" ? 202 : 200, { sessionId: transfer.sessionId, status }];
    },
  });
  return Object.assign(service, { settled, returned });
}
