/** What many clients of the wallet API do at once over HTTP, and what they have been told: the witness of what must be in the books. */
import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Schemas } from "#generated/wallet/contract.ts";
import { aTransfer } from "#test/builders/wallet.ts";

/** An integrator's way in, and its accounts. */
export interface LoadedWallet {
  readonly integratorId: string;
  readonly token: string;
  readonly credentials: string;
  readonly accounts: readonly string[];
}

/** A movement that a client was told of, by its name in the integrator's books. */
export interface Acknowledged {
  readonly integratorId: string;
  readonly reference: string;
  /** `00`: done. `09`: accepted, the other bank will decide. */
  readonly status: "00" | "09";
  readonly amount: string;
}

interface Sent {
  readonly wallet: LoadedWallet;
  readonly body: Schemas["TransferRequest"];
}

/** Milliseconds before a client whose request got no answer asks again. */
const pauseMs = 20;
/** Last two digits of accounts at the other bank: settles, refuses, decides late, never, and sends back. */
const courses = ["01", "01", "00", "97", "99", "96"] as const;

/** Clients over so many connections, until they are stopped. Each takes the next request when it has its answer, or none. */
export class WalletLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** Requests that broke off or were answered 5xx: nobody knows what became of them. */
  unanswered = 0;
  /** What nobody should be answered, such as a 500. */
  readonly unexpected: string[] = [];
  readonly #wallets: readonly LoadedWallet[];
  /** Where the server is at the moment. */
  readonly #baseUrl: () => string;
  readonly #sent: Sent[] = [];
  readonly #clients: Promise<unknown>;
  #isStopped = false;

  constructor(baseUrl: () => string, wallets: readonly LoadedWallet[], connections: number) {
    this.#baseUrl = baseUrl;
    this.#wallets = wallets;
    this.#clients = Promise.all(Array.from({ length: connections }, () => this.#client()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#clients;
  }

  async #client(): Promise<void> {
    while (!this.#isStopped) {
      const wallet = pick(this.#wallets);
      const kind = randomInt(10);
      // A request without an answer is sent again, as clients do: it must not move money twice.
      const repeated = this.#sent[this.#sent.length - 1 - randomInt(100)];
      if (kind === 0) await this.#credit(wallet);
      else if (kind === 1 && repeated !== undefined) await this.#transfer(repeated);
      else await this.#transfer({ wallet, body: kind < 5 ? this.#interTransfer(wallet) : this.#intraTransfer(wallet) });
    }
  }

  #intraTransfer({ accounts }: LoadedWallet): Sent["body"] {
    const from = pick(accounts);
    const others = this.#wallets.flatMap((wallet) => wallet.accounts).filter((account) => account !== from);
    return aTransfer(from, pick(others), { amount: someAmount() });
  }

  #interTransfer({ accounts }: LoadedWallet): Sent["body"] {
    return aTransfer(pick(accounts), `00000000${pick(courses)}`, { transferType: "inter", amount: someAmount() });
  }

  async #transfer(sent: Sent): Promise<void> {
    const { wallet, body } = sent;
    this.#sent.push(sent);
    const status = (await this.#post(wallet, "/transfer", body))?.status;
    if (status !== "00" && status !== "09") return;
    const { integratorId } = wallet;
    this.acknowledged.push({ integratorId, reference: body.reference, status, amount: body.amount });
  }

  async #credit(wallet: LoadedWallet): Promise<void> {
    const amount = someAmount();
    const answer = await this.#post(wallet, "/notice", { accountNo: pick(wallet.accounts), amount });
    const { reference = "" } = (answer?.data ?? {}) as { reference?: string };
    if (answer?.status !== "00") return;
    this.acknowledged.push({ integratorId: wallet.integratorId, reference, status: "00", amount });
  }

  /** Null where nobody knows. */
  async #post(
    { token, credentials }: LoadedWallet,
    path: string,
    body: object,
  ): Promise<{ status: string; data: unknown } | null> {
    try {
      const url = new URL(`${this.#baseUrl()}/api/v1${path}`);
      url.searchParams.set("wallet-credentials", credentials);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text) as { status: string; data: unknown };
      if (response.status !== 503) this.unexpected.push(`${path} answered ${response.status}: ${text}`);
    } catch {
      // The connection broke: the server is gone, or its answer is.
    }
    this.unanswered++;
    await delay(pauseMs);
    return null;
  }
}

function someAmount(): string {
  return `${randomInt(1, 300)}.${String(randomInt(100)).padStart(2, "0")}`;
}

function pick<T>(list: readonly T[]): T {
  return list[randomInt(list.length)] as T;
}
