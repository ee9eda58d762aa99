/** The placeholder API on a real server, database and object store, for the tests of its operations. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { createAccount, type NewAccount } from "#src/apis/placeholder/accounts.ts";
import { accessTokenLifetime, createAccessTokens } from "#src/apis/placeholder/credentials/access-tokens.ts";
import { Sessions } from "#src/apis/placeholder/credentials/sessions.ts";
import { type Product, productEntity, type User } from "#src/apis/placeholder/entities.ts";
import type { Config } from "#src/config.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { anEmail } from "#test/builders/identity.ts";
import { type Answer, ApiServer, type RequestParts, servers } from "#test/support/api-server.ts";

export type { Answer };

export type Failure = Schemas["Failure"];

/** What the envelope holds where a request succeeds. */
export interface Success<T> {
  readonly success: true;
  readonly message: string;
  readonly data: T;
}

/** Somebody who is signed in. */
export interface Signed {
  readonly user: User;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Somebody, or their access token. */
type Caller = Signed | string;

export class PlaceholderServer extends ApiServer<Failure, Caller> {
  protected override readonly apis = ["placeholder"] as const;

  /** One with other settings, on the same database, or on another way to it. */
  async another(config: Partial<Config>, database = this.database): Promise<PlaceholderServer> {
    const other = new PlaceholderServer();
    await other.start(config, { database });
    return other;
  }

  /** Payloads of waiting jobs about this account, file or address. */
  async queued<Name extends "userId" | "fileId" | "email">(name: Name, value: string): Promise<Record<Name, string>[]> {
    const { rows } = await this.database.pool.query<{ payload: Record<Name, string> }>(
      "SELECT payload FROM graphile_worker._private_jobs WHERE payload->>$1 = $2",
      [name, value],
    );
    return rows.map(({ payload }) => payload);
  }

  protected override credentials(caller: Caller) {
    const token = typeof caller === "string" ? caller : caller.accessToken;
    return { headers: { authorization: `Bearer ${token}` } };
  }

  /** What a request that succeeds answers under `data`. */
  async data<T>(method: string, path: string, parts: RequestParts<Caller> = {}): Promise<T> {
    return (await this.must(this.send<Success<T>>(method, path, parts))).data;
  }

  /** A new account with a session. */
  async aUser(given: Partial<NewAccount> = {}): Promise<Signed> {
    const user = await createAccount(this.database, { name: "Ada", email: anEmail(), ...given }, Date.now());
    return await this.signIn(user);
  }

  anAdmin(): Promise<Signed> {
    return this.aUser({ name: "Root", role: "admin" });
  }

  async signIn(user: User): Promise<Signed> {
    const session = await new Sessions(this.database, this.masterKey, Date.now).begin(user);
    if (session === null) throw new Error("The account has another password by now");
    const accessToken = await createAccessTokens(this.masterKey, Date.now).mint(session.userId, accessTokenLifetime, {
      sid: session.sessionId,
      jti: randomUUID(),
    });
    return { user, accessToken, refreshToken: session.refreshToken };
  }

  async aProduct(given: Partial<Product> = {}): Promise<Product> {
    const now = new Date();
    const product: Product = {
      id: risingId(),
      name: "Desk lamp",
      description: "Warm light.",
      priceMinor: 1_250_000,
      createdAt: now,
      updatedAt: now,
      ...given,
    };
    await this.database.dataSource.getRepository(productEntity).insert(product);
    return product;
  }

  async aFile(as: Signed, bytes: Uint8Array | string = "Remember the milk.", name = "note.txt") {
    const body = new FormData();
    body.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    return await this.data<Schemas["UploadedFile"]>("POST", "/v1/upload", { as, body });
  }

  /** An order of two lamps. */
  async anOrder(as: Signed): Promise<Schemas["Order"]> {
    const { id: productId } = await this.aProduct();
    return await this.data("POST", "/v1/orders", { as, body: { items: [{ productId, quantity: 2 }] } });
  }
}

export const [placeholderServer, sharedPlaceholderServer] = servers(PlaceholderServer);

export const aPassword = "a lamp by the window";
