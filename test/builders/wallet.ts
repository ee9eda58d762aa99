/** The wallet API on a real server, database and sandbox clearing house, for the tests of its operations. */
import { createHash, randomInt, randomUUID } from "node:crypto";
import type { Schemas } from "#generated/wallet/contract.ts";
import { createAccessTokens } from "#src/apis/wallet/access/access-tokens.ts";
import { ClearingHouse, clearingHouseService } from "#src/apis/wallet/clearing/clearing-house.ts";
import { type AccountOfClient, openFromDetails } from "#src/apis/wallet/clients.ts";
import { integratorEntity } from "#src/apis/wallet/entities.ts";
import { createIntegrator, type NewIntegrator } from "#src/apis/wallet/integrators.ts";
import { creditFromOutside } from "#src/apis/wallet/inward-credits.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "#src/apis/wallet/jobs.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import { qrPlatformService } from "#src/apis/wallet/qr/qr-platform.ts";
import type { Config } from "#src/config.ts";
import { type SandboxClearingHouse, startSandboxClearingHouse } from "#src/sandbox/clearing-house/server.ts";
import { type SandboxQrPlatform, startSandboxQrPlatform } from "#src/sandbox/qr-platform/server.ts";
import { type Answer, ApiServer, type RequestParts, type StartOptions, servers } from "#test/support/api-server.ts";
import { runJob } from "#test/support/run-job.ts";

export type { Answer };

export interface Envelope<T> {
  readonly status: Schemas["Status"];
  readonly message: string;
  readonly data: T;
}

export type Failure = Schemas["Failure"];

/** An integrator with a token. */
export interface Wallet extends NewIntegrator {
  readonly token: string;
  /** As `wallet-credentials` has them. */
  readonly credentials: string;
}

type Caller = Pick<Wallet, "token" | "credentials">;

/** At the bank that the sandbox plays best. */
export const otherBank = "999058";
export const ownBank = "999999";
const secret = "a secret between banks";

export class WalletServer extends ApiServer<Failure, Caller> {
  protected override readonly apis = ["wallet"] as const;
  #house: SandboxClearingHouse | undefined;
  #platform: SandboxQrPlatform | undefined;
  #ledger: Ledger | undefined;

  override async start(config: Partial<Config> = {}, { now = Date.now }: StartOptions = {}): Promise<void> {
    this.#house = await startSandboxClearingHouse({ port: 0, secret });
    await super.start({ quotaWalletRequests: 1_000_000, ...config }, { now });
    const { database, masterKey } = this;
    this.#ledger = new Ledger(database, { now });
    const { manager } = (await database.operator()).dataSource;
    await clearingHouseService.register({ manager, masterKey }, { url: this.#house.url, secret, sandbox: true });
    this.#platform = await startSandboxQrPlatform({ port: 0, secret });
    await qrPlatformService.register({ manager, masterKey }, { url: this.#platform.url, secret, sandbox: true });
  }

  override async stop(): Promise<void> {
    await this.#ledger?.close();
    await super.stop();
    await this.#house?.close();
    await this.#platform?.close();
  }

  get qrPlatform(): SandboxQrPlatform {
    if (this.#platform === undefined) throw new Error("The QR platform is not running yet");
    return this.#platform;
  }

  get clearingHouse(): SandboxClearingHouse {
    if (this.#house === undefined) throw new Error("The clearing house is not running yet");
    return this.#house;
  }

  get ledger(): Ledger {
    if (this.#ledger === undefined) throw new Error("The server is not running yet");
    return this.#ledger;
  }

  /** The clearing house as the server asks it. */
  get clearing(): ClearingHouse {
    return new ClearingHouse({ manager: this.database.dataSource.manager, masterKey: this.masterKey });
  }

  /** Runs the job that asks about pending transfers, when so many seconds have passed. */
  async settleAll({ ledger = this.ledger, secondsLater = 60 } = {}): Promise<void> {
    const now = () => Date.now() + secondsLater * 1_000;
    const job = settlePendingTransfers({ ledger, clearingHouse: this.clearing, now });
    await runJob(job, { database: this.database });
  }

  /** Runs the job that posts back what other banks have returned. */
  async takeAllBack(ledger = this.ledger): Promise<void> {
    const job = takeBackReturnedTransfers({ ledger, clearingHouse: this.clearing, now: Date.now });
    await runJob(job, { database: this.database });
  }

  protected override credentials({ token, credentials }: Caller) {
    return { headers: { authorization: `Bearer ${token}` }, query: { "wallet-credentials": credentials } };
  }

  /** The envelope of a request that HTTP answers 200. */
  async ask<T>(method: string, path: string, parts: RequestParts<Caller>): Promise<Envelope<T>> {
    const { status, body } = await this.send<Envelope<T>>(method, `/api/v1${path}`, parts);
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** A new integrator with a token for an hour, onboarded under its own name unless something else is said. */
  async aWallet(
    name = "Acme",
    {
      onboarded = true,
      implementation = "Pool" as const,
    }: { readonly onboarded?: boolean; readonly implementation?: "Pool" | "1-1" } = {},
  ): Promise<Wallet> {
    const operator = await this.database.operator();
    const created = await createIntegrator(operator, name, new Date());
    if (onboarded) {
      const names = { username: "ada", walletName: name, shortName: "ACME", implementation, onboardedAt: new Date() };
      await operator.dataSource.manager.update(integratorEntity, { id: created.integrator.id }, names);
      Object.assign(created.integrator, names);
    }
    const token = await createAccessTokens(this.masterKey, Date.now).mint(created.integrator.id, 3_600);
    const { consumerKey, consumerSecret } = created;
    return { ...created, token, credentials: Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64") };
  }

  /** A client of the wallet with an account, and so much money in it (kobo). */
  async anAccount({ integrator }: Wallet, kobo = 0n): Promise<AccountOfClient> {
    const person = { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: aPhone() };
    const opened = await openFromDetails(this.database, integrator, person, new Date());
    if (kobo > 0n) await this.credit({ integrator }, opened.account.accountNo, kobo);
    return opened;
  }

  /** The numbers of two accounts of new clients, so much money in the first (kobo). */
  async twoAccounts(wallet: Wallet, kobo = 1_000_00n): Promise<[from: string, to: string]> {
    const [from, to] = [await this.anAccount(wallet, kobo), await this.anAccount(wallet)];
    return [from.account.accountNo, to.account.accountNo];
  }

  /** Carries out a transfer over HTTP, and returns its reference. `aTransfer` says what it is. */
  async pay(as: Caller, ...transfer: Parameters<typeof aTransfer>): Promise<string> {
    const body = aTransfer(...transfer);
    const { status } = await this.ask("POST", "/transfer", { as, body });
    if (status !== "00") throw new Error(`The transfer was answered ${status}`);
    return body.reference;
  }

  /** A one-time account over HTTP, of 10 naira unless something else is said. */
  async aOneTimeAccount(
    wallet: Wallet,
    changes: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly reference: string; readonly accountNo: string }> {
    const reference = `v-${randomUUID()}`;
    const body = { amount: "10", merchantName: "Shop", merchantId: "M-1", reference, ...changes };
    const opened = await this.send<{ readonly accountNumber: string }>("POST", "/api/v1/virtualaccount", {
      as: wallet,
      body,
    });
    return { reference: body.reference, accountNo: opened.body.accountNumber };
  }

  async credit({ integrator }: Pick<Wallet, "integrator">, accountNo: string, amount: bigint): Promise<void> {
    const sender = { senderAccountNo: "0123456789", senderBank: otherBank, senderName: "Bola Ade", narration: "Rent" };
    const { manager } = this.database.dataSource;
    const dependencies = { manager, ledger: this.ledger };
    await creditFromOutside(dependencies, integrator, { ...sender, accountNo, amount }, new Date());
  }

  async balance(wallet: Wallet, accountNo?: string): Promise<string> {
    const { data } = await this.ask<{ accountBalance: string }>("GET", "/account/enquiry", {
      as: wallet,
      query: { accountNo },
    });
    return data.accountBalance;
  }

  /** What does not hold in the books. */
  async differences(): Promise<readonly string[]> {
    return (await verifyLedger(this.database.pool)).differences;
  }
}

/** The books of the one that is shared have to stay right. */
export const [walletServer, sharedWalletServer] = servers(WalletServer);

/** Of nobody else: a wallet has one account for a phone. */
export function aPhone(): string {
  return `0${randomInt(1e9, 1e10)}`;
}

export function signatureOf(fromAccount: string, toAccount: string): string {
  return createHash("sha512")
    .update(fromAccount + toAccount)
    .digest("hex");
}

/** A transfer within the bank, signed, under a reference of its own; `changes` win. */
export function aTransfer(
  fromAccount: string,
  toAccount: string,
  changes: Partial<Schemas["TransferRequest"]> = {},
): Schemas["TransferRequest"] {
  const isInter = changes.transferType === "inter";
  return {
    fromAccount,
    toAccount,
    toBank: isInter ? otherBank : ownBank,
    signature: signatureOf(fromAccount, toAccount),
    amount: "100.00",
    transferType: "intra",
    reference: `ref-${randomUUID()}`,
    ...changes,
  };
}
