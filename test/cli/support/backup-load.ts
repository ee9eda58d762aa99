/** What clients do while a backup is made: events, files, and accounts that come and go with theirs. */
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

interface Demo {
  readonly observability: { readonly baseUrl: string; readonly apiKey: string };
  readonly placeholder: { readonly baseUrl: string };
}

interface Account {
  readonly id: string;
  readonly authorization: string;
}

/** What was answered with success, and so has to be in a backup that begins later. */
export interface Acknowledged {
  readonly events: string[];
  readonly files: string[];
}

export class BackupLoad {
  readonly acknowledged: Acknowledged = { events: [], files: [] };
  /** What ended it, where that was not `end`. */
  readonly faults: string[] = [];
  removedAccounts = 0;
  readonly #dataDir: string;
  #ending = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  async begin(): Promise<void> {
    const account = await this.#newAccount();
    const rounds = async () => {
      for (let round = 0; !this.#ending; round++) {
        await this.#sendEvent();
        this.acknowledged.files.push(await this.#sendFile(account));
        // Passwords are made to cost: not in every round.
        if (round % 8 === 0) await this.removeAnAccount();
      }
    };
    this.#running = rounds().catch((error: Error) => this.faults.push(error.message));
  }

  async end(): Promise<void> {
    this.#ending = true;
    await this.#running;
  }

  /** An account that sends a file and is deleted, which a job then does with the file. Returns the status of the deletion. */
  async removeAnAccount(): Promise<number> {
    const account = await this.#newAccount();
    await this.#sendFile(account);
    const { baseUrl } = this.#demo().placeholder;
    const headers = { authorization: account.authorization };
    const { status } = await fetch(`${baseUrl}/v1/users/${account.id}`, { method: "DELETE", headers });
    this.removedAccounts += 1;
    return status;
  }

  /** Fails where something of what was acknowledged is not in the installation in this folder. */
  async expectKept({ events }: Acknowledged, dataDir: string): Promise<void> {
    const { baseUrl, apiKey } = this.#demo(dataDir).observability;
    for (const id of events) {
      const answer = await fetch(`${baseUrl}/api/v1/monitor/events/${id}`, { headers: { "x-api-key": apiKey } });
      expect(answer.status, id).to.equal(200);
    }
  }

  #demo(dataDir = this.#dataDir): Demo {
    return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Demo;
  }

  async #sendEvent(): Promise<void> {
    const { baseUrl, apiKey } = this.#demo().observability;
    const eventId = randomUUID();
    const answer = await fetch(`${baseUrl}/api/v1/monitor/ingest`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ level: 50, time: Date.now(), message: "During a backup", eventId }),
    });
    if (answer.status !== 202) throw new Error(`The event was answered ${answer.status}: ${await answer.text()}`);
    this.acknowledged.events.push(eventId);
  }

  async #sendFile({ authorization }: Account): Promise<string> {
    const body = new FormData();
    body.set("file", new Blob([`${randomBytes(8192).toString("hex")}\n`]), "note.txt");
    const answer = await fetch(`${this.#demo().placeholder.baseUrl}/v1/upload`, {
      method: "POST",
      headers: { authorization },
      body,
    });
    return (await dataOf<{ id: string }>(answer, 201)).id;
  }

  async #newAccount(): Promise<Account> {
    const { baseUrl } = this.#demo().placeholder;
    const email = `${randomUUID()}@example.org`;
    const credentials = { email, password: "a lamp by the window" };
    const post = (path: string, content: object) =>
      fetch(`${baseUrl}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(content),
      });
    const { id } = await dataOf<{ id: string }>(await post("/v1/auth/register", { name: "Ada", ...credentials }), 201);
    const { accessToken } = await dataOf<{ accessToken: string }>(await post("/v1/auth/login", credentials), 200);
    return { id, authorization: `Bearer ${accessToken}` };
  }
}

async function dataOf<T>(answer: Response, status: number): Promise<T> {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
