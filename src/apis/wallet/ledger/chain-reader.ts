/** Reads the chains of postings of one integrator's books, and says where they are broken. */
import { emptyChain, nextHash, type Side } from "./hash-chain.ts";

export interface PostingSideRow {
  readonly integrator_id: string;
  readonly side: Side;
  readonly account_no: string;
  readonly sequence: string;
  readonly balance: string;
  readonly hash: string;
  readonly other_account_no: string;
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
  readonly reversal: boolean;
  readonly posted_at: Date;
}

export interface AccountRow {
  readonly integrator_id: string;
  readonly account_no: string;
  readonly currency: string;
  readonly balance: string;
  readonly sequence: string;
  readonly hash: string;
}

export interface ChainFindings {
  add(difference: string): void;
}

/** Posting sides between two reports of progress. */
const progressStep = 5_000;

/** Walks the posting sides beside the accounts; both come in the order of integrator and account. */
export class ChainReader {
  readonly #sides: AsyncIterator<PostingSideRow>;
  readonly #onRead: (read: number) => void;
  readonly #isInBooks: (account: AccountOfRow) => Promise<boolean>;
  #next: PostingSideRow | undefined;
  #started = false;
  #read = 0;

  constructor(
    sides: AsyncIterable<PostingSideRow>,
    onRead: (read: number) => void,
    isInBooks: (account: AccountOfRow) => Promise<boolean>,
  ) {
    this.#sides = sides[Symbol.asyncIterator]();
    this.#onRead = onRead;
    this.#isInBooks = isInBooks;
  }

  async compare(account: AccountRow, findings: ChainFindings): Promise<void> {
    if (!this.#started) await this.#advance();
    if (BigInt(account.sequence) > 0n) await this.#skipStrangers(account, findings);
    const name = `account ${account.account_no} of ${account.integrator_id}`;
    let sequence = 0n;
    let balance = 0n;
    let hash = emptyChain;
    for (;;) {
      const row = this.#next;
      if (row === undefined || !belongsTo(row, account)) break;
      sequence += 1n;
      if (BigInt(row.sequence) !== sequence) {
        findings.add(`${name} has no posting ${sequence}`);
        sequence = BigInt(row.sequence);
      }
      balance += row.side === "debit" ? -BigInt(row.amount) : BigInt(row.amount);
      if (BigInt(row.balance) !== balance)
        findings.add(`${name} stands at ${row.balance} after posting ${sequence}, not at ${balance}`);
      hash = nextHash(hash, linkOf(row, balance));
      if (row.hash !== hash) {
        findings.add(`posting ${sequence} of ${name} was changed after it was written`);
        hash = row.hash;
      }
      if (row.currency !== account.currency) findings.add(`posting ${sequence} of ${name} is in ${row.currency}`);
      await this.#advance();
    }
    if (BigInt(account.sequence) !== sequence)
      findings.add(`${name} has ${sequence} postings, its balance counts ${account.sequence}`);
    if (BigInt(account.balance) !== balance)
      findings.add(`${name} stands at ${account.balance}, its postings make ${balance}`);
    if (account.hash !== hash) findings.add(`${name} has another hash than its last posting`);
  }

  /** What no account has claimed. */
  async finish(findings: ChainFindings): Promise<void> {
    if (!this.#started) await this.#advance();
    while (this.#next !== undefined) await this.#skip(this.#next, findings);
  }

  /** Postings of accounts that are not in the books would stand in the way of all that come after them. */
  async #skipStrangers(account: AccountRow, findings: ChainFindings): Promise<void> {
    while (this.#next !== undefined && !belongsTo(this.#next, account)) {
      if (await this.#isInBooks(this.#next)) return;
      await this.#skip(this.#next, findings);
    }
  }

  async #skip(stranger: PostingSideRow, findings: ChainFindings): Promise<void> {
    findings.add(`there are postings of account ${stranger.account_no}, which is not in the books`);
    while (this.#next !== undefined && belongsTo(this.#next, stranger)) await this.#advance();
  }

  async #advance(): Promise<void> {
    this.#started = true;
    const { value, done } = await this.#sides.next();
    this.#next = done === true ? undefined : value;
    if (done !== true && ++this.#read % progressStep === 0) this.#onRead(this.#read);
    if (done === true) this.#onRead(this.#read);
  }
}

type AccountOfRow = Pick<AccountRow, "integrator_id" | "account_no">;

function belongsTo(row: PostingSideRow, account: AccountOfRow): boolean {
  return row.integrator_id === account.integrator_id && row.account_no === account.account_no;
}

function linkOf(row: PostingSideRow, balance: bigint) {
  return {
    posting: {
      integratorId: row.integrator_id,
      reference: row.reference,
      reversal: row.reversal,
      currency: row.currency,
      amount: BigInt(row.amount),
      postedAt: row.posted_at,
    },
    side: row.side,
    accountNo: row.account_no,
    otherAccountNo: row.other_account_no,
    sequence: BigInt(row.sequence),
    balance,
  };
}
