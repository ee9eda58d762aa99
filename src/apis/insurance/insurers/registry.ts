/** The insurers that Accord knows, and one client for each. */
import { invalid, notFound } from "#src/http/problem.ts";
import { audit } from "#src/identity/audit.ts";
import { existing } from "#src/identity/naming.ts";
import type { Database } from "#src/storage/database.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { sharedReads } from "#src/storage/shared-reads.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type InsurerRow, insurerEntity, insurerRecords } from "../entities.ts";
import { type ClientOptions, type InsurerAccess, InsurerClient } from "./client.ts";
import { InsurerFailure } from "./failure.ts";
import type { OperationId } from "./protocol.ts";

const mostRedirectHosts = 20;

/**
 * Adds an insurer, or changes it where the id is known; one that is switched off stays so. Throws Problem
 * VALIDATION_FAILED for what cannot be an insurer.
 * `allowLoopback` lets `http://127.0.0.1` in: development and tests only.
 */
export async function registerInsurer(
  database: Database,
  masterKey: MasterKey,
  insurer: InsurerAccess,
  { allowLoopback = false, now = new Date() }: { readonly allowLoopback?: boolean; readonly now?: Date } = {},
): Promise<void> {
  const { id, name, redirectHosts } = insurer;
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id))
    throw invalid("An insurer's id has 1 to 64 lower-case letters, digits and hyphens.");
  if (name.trim() === "" || name.length > 200) throw invalid("An insurer's name has 1 to 200 characters.");
  if (!/^[\x21-\x7e]{1,1000}$/.test(insurer.credential))
    throw invalid("A credential has 1 to 1000 visible ASCII characters.");
  if (redirectHosts.length > mostRedirectHosts || !redirectHosts.every(isHost))
    throw invalid(`Redirect hosts are at most ${mostRedirectHosts} host names, each with a port unless it is 443.`);
  const values = {
    id,
    name,
    baseUrl: baseUrlOf(insurer.baseUrl, allowLoopback),
    credential: encryptSecret(masterKey, insurer.credential, credentialPlace(id)),
    redirectHosts: [...redirectHosts],
    active: true,
    createdAt: now,
    updatedAt: now,
  };
  await inTransaction(database, async ({ manager }) => {
    const changing = ["name", "base_url", "credential", "redirect_hosts", "updated_at"];
    await manager.createQueryBuilder().insert().into(insurerEntity).values(values).orUpdate(changing, ["id"]).execute();
    await audit(manager, { action: "insurer.registered", subject: id, details: { baseUrl: values.baseUrl } }, now);
  });
}

/**
 * Switches an insurer off, so that nothing of it is shown, asked or sold, or on again. Every process knows at its next
 * look-up. Throws Problem NOT_FOUND when there is no such insurer.
 */
export async function switchInsurer(database: Database, id: string, active: boolean, now = new Date()): Promise<void> {
  const affected = await inTransaction(database, async ({ manager }) => {
    const changed = (await manager.update(insurerEntity, { id }, { active, updatedAt: now })).affected;
    if (changed === 1)
      await audit(manager, { action: active ? "insurer.activated" : "insurer.deactivated", subject: id }, now);
    return changed;
  });
  if (affected === 1) return;
  const known = await database.dataSource
    .getRepository(insurerEntity)
    .find({ select: { id: true }, order: { id: "ASC" } });
  throw notFound(`There is no insurer ${JSON.stringify(id)}; ${existing(known.map((insurer) => insurer.id))}.`);
}

/** Whether a URL would name this host with these very characters. */
function isHost(host: string): boolean {
  const url = URL.parse(`https://${host}/`);
  return url !== null && url.host === host && url.username === "" && url.pathname === "/";
}

function baseUrlOf(given: string, allowLoopback: boolean): string {
  const url = URL.parse(given);
  const loopback = allowLoopback && url?.protocol === "http:" && url.hostname === "127.0.0.1";
  if (
    url === null ||
    !(url.protocol === "https:" || loopback) ||
    url.username !== "" ||
    url.search !== "" ||
    url.hash !== ""
  )
    throw invalid("An insurer's address is an https URL without user name, query and fragment.");
  return url.href.replace(/\/+$/, "");
}

/** Where they are, for another master key. */
export const sealedCredentials: SealedColumn = {
  table: "insurers",
  key: ["id"],
  column: "credential",
  placeOf: ([id = ""]) => credentialPlace(id),
};

function credentialPlace(id: string): string {
  return `insurers/${id}/credential`;
}

/**
 * Clients by insurer: connections and breakers live as long as the row stays as it is. The client of a changed row is
 * left to finish its calls; its idle connections close by themselves.
 */
export class Insurers {
  readonly #database: Database;
  readonly #masterKey: MasterKey;
  readonly #clientOptions: ClientOptions;
  readonly #clients = new Map<string, { readonly version: number; readonly client: InsurerClient }>();
  /** By insurers_pkey. Each sale and each quote asks for one of few rows. */
  readonly #rowOf = sharedReads((id) =>
    insurerRecords.of(this.#database.dataSource.manager, { id }).findOne({ active: true }),
  );

  constructor(database: Database, masterKey: MasterKey, clientOptions: ClientOptions = {}) {
    this.#database = database;
    this.#masterKey = masterKey;
    this.#clientOptions = clientOptions;
  }

  /** Null when there is no such insurer, or it is switched off. */
  async find(id: string): Promise<InsurerClient | null> {
    const row = await this.#rowOf(id);
    if (row !== null) return this.#clientOf(row);
    this.#clients.delete(id);
    return null;
  }

  /**
   * The same for who is about to ask it. Throws InsurerFailure as for an insurer that cannot be reached, with no attempt
   * sent, when there is no such insurer, or it is switched off.
   */
  async reach(id: string, operationId: OperationId): Promise<InsurerClient> {
    const client = await this.find(id);
    if (client === null)
      throw new InsurerFailure(id, operationId, { kind: "unreachable", reason: "it is switched off" }, undefined, 0);
    return client;
  }

  /** All that are not switched off, by id. */
  async all(): Promise<InsurerClient[]> {
    const rows = await this.#database.dataSource
      .getRepository(insurerEntity)
      .find({ where: { active: true }, order: { id: "ASC" } });
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.#clients.keys()) if (!known.has(id)) this.#clients.delete(id);
    return rows.map((row) => this.#clientOf(row));
  }

  close(): void {
    for (const { client } of this.#clients.values()) client.close();
    this.#clients.clear();
  }

  #clientOf({ id, name, baseUrl, credential, redirectHosts, updatedAt }: InsurerRow): InsurerClient {
    const version = updatedAt.getTime();
    const known = this.#clients.get(id);
    if (known?.version === version) return known.client;
    const secret = decryptSecret(this.#masterKey, credential, credentialPlace(id));
    const client = new InsurerClient({ id, name, baseUrl, credential: secret, redirectHosts }, this.#clientOptions);
    this.#clients.set(id, { version, client });
    return client;
  }
}
