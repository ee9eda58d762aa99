// SQL: cursors and sums over the whole books.
/** Proves the books from their postings, in one snapshot and in memory that does not grow with them. */
import type { Pool, PoolClient } from "pg";
import { withStatementLimit } from "#src/storage/connections.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { type AccountRow, ChainReader, type PostingSideRow } from "./chain-reader.ts";
import { systemAccounts } from "./transfer.ts";

export interface VerifyOptions {
  /** Only these books; all when left out. */
  readonly integratorId?: string;
  /** Books with more postings are not looked at; any when left out. */
  readonly mostPostings?: number;
  /** Called with how many of the posting sides have been read; each posting has two. */
  readonly onProgress?: (read: number, total: number) => void;
}

export interface Verification {
  readonly accounts: number;
  readonly postings: number;
  readonly transfers: number;
  /** What does not hold, at most `maxDifferences` of them. */
  readonly differences: readonly string[];
}

/** There are more postings than were to be looked at. */
export class TooManyPostings extends Error {}

const maxDifferences = 100;
const fetchSize = 5_000;
/** Joins of whole books, of any size (milliseconds). */
const statementMs = 6 * 3_600_000;

/** Both sides of every posting by account and sequence: two index scans that are merged, and nothing is sorted. */
const postingSides = `
  SELECT integrator_id, 'debit' AS side, debit_account AS account_no, debit_sequence AS sequence, debit_balance AS balance,
    debit_hash AS hash, credit_account AS other_account_no, amount, currency, reference, reversal, posted_at
  FROM wallet_postings WHERE integrator_id = $1
  UNION ALL
  SELECT integrator_id, 'credit', credit_account, credit_sequence, credit_balance, credit_hash, debit_account, amount,
    currency, reference, reversal, posted_at
  FROM wallet_postings WHERE integrator_id = $1
  ORDER BY account_no, sequence`;

const accounts = `
  SELECT integrator_id, account_no, currency, balance, sequence, hash
  FROM wallet_balances WHERE integrator_id = $1 ORDER BY account_no`;

/** What two integrators owe each other is in the books of both, so that it is nothing in all of them together. */
const intrabankStatement = `SELECT format('what integrators owe each other in %s sums to %s', currency, sum(balance)) AS difference
  FROM wallet_balances WHERE account_no = '${systemAccounts.intrabank}' GROUP BY currency HAVING sum(balance) <> 0`;

/** A payment to a one-time account, and its way on; where the payer is in these books too, the payment is the payer's own transfer. */
const isPostedTwice = `t.kind = 'ONE_TIME'
  AND (t.counter_integrator_id <> t.integrator_id OR t.counter_account_no = '${systemAccounts.clearing}')`;

/** What aggregates can say. Each selects one text a row, and nothing where the books are right. */
const statements: readonly string[] = [
  `SELECT format('the books of %s in %s sum to %s', integrator_id, currency, sum(balance)) AS difference
   FROM wallet_balances WHERE integrator_id = $1
   GROUP BY integrator_id, currency HAVING sum(balance) <> 0`,
  `SELECT format('account %s of %s holds %s, its pending transfers %s', account_no, integrator_id, held, coalesce(pending, 0))
     AS difference
   FROM wallet_balances LEFT JOIN (
     SELECT account_no, sum(amount) AS pending FROM wallet_transfers
     WHERE integrator_id = $1 AND status = 'PENDING' GROUP BY account_no) AS p USING (account_no)
   WHERE integrator_id = $1 AND held <> coalesce(pending, 0)`,
  `SELECT format('transfer %s of %s is %s with %s postings of its amount and %s back', t.reference, t.integrator_id, t.status,
     count(p.*) FILTER (WHERE NOT p.reversal AND p.amount = t.amount), count(p.*) FILTER (WHERE p.reversal)) AS difference
   FROM wallet_transfers AS t LEFT JOIN wallet_postings AS p
     ON p.integrator_id = t.integrator_id AND p.reference = t.reference
   WHERE t.integrator_id = $1
   GROUP BY t.integrator_id, t.reference, t.status, t.kind, t.counter_integrator_id, t.counter_account_no
   HAVING count(p.*) FILTER (WHERE NOT p.reversal AND p.amount = t.amount)
       <> CASE WHEN t.status NOT IN ('SETTLED', 'REVERSED') THEN 0 WHEN ${isPostedTwice} THEN 2 ELSE 1 END
     OR count(p.*) FILTER (WHERE p.reversal) <> CASE WHEN t.status = 'REVERSED' THEN 1 ELSE 0 END
     OR count(p.*) FILTER (WHERE p.amount <> t.amount) > 0`,
  `SELECT format('transfer %s of %s is of account %s and posted to others', t.reference, t.integrator_id, t.account_no)
     AS difference
   FROM wallet_transfers AS t JOIN wallet_postings AS p
     ON p.integrator_id = t.integrator_id AND p.reference = t.reference
   WHERE t.integrator_id = $1 AND t.account_no NOT IN (p.debit_account, p.credit_account)`,
  `SELECT format('posting %s of account %s of %s belongs to no transfer', p.debit_sequence, p.debit_account, p.integrator_id)
     AS difference
   FROM wallet_postings AS p LEFT JOIN wallet_transfers AS t
     ON t.integrator_id = p.integrator_id AND t.reference = p.reference
   WHERE p.integrator_id = $1 AND t.reference IS NULL`,
];

/**
 * Proves that every account's postings are complete, in order and unchanged (sequence, running balance, running hash), that
 * balances are what the postings make them, that the books sum to zero in every currency, that holds are the pending
 * transfers, and that every transfer was posted exactly as its status says.
 */
export async function verifyLedger(pool: Pool, options: VerifyOptions = {}): Promise<Verification> {
  const client = await pool.connect();
  try {
    return await withStatementLimit(client, statementMs, () => verifyOn(client, options));
  } finally {
    client.release();
  }
}

async function verifyOn(
  client: PoolClient,
  { integratorId, mostPostings = Number.POSITIVE_INFINITY, onProgress = () => {} }: VerifyOptions,
): Promise<Verification> {
  try {
    // Whole books are joined, whatever statistics of tables that have just been filled say: never row by row.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setLocally({ enable_nestloop: "off" })}`);
    const findings = new Findings();
    const everyone = await client.query<{ integrator_id: string }>(
      "SELECT integrator_id FROM wallet_balances UNION SELECT id FROM wallet_integrators ORDER BY integrator_id",
    );
    const integratorIds = integratorId === undefined ? everyone.rows.map((row) => row.integrator_id) : [integratorId];
    const sizes = new Map<string, Size>();
    for (const id of integratorIds) sizes.set(id, await sizeOf(client, id));
    const total = sumOf(sizes.values());
    if (total.postings > mostPostings) throw new TooManyPostings();
    let read = 0;
    for (const [id, { postings }] of sizes) {
      await verifyBooks(client, id, findings, (own) => onProgress(read + own, total.postings * 2));
      read += postings * 2;
    }
    if (integratorId === undefined) await findings.select(client, intrabankStatement, []);
    return { ...total, differences: findings.differences };
  } finally {
    await client.query("ROLLBACK").catch(() => {});
  }
}

interface Size {
  readonly accounts: number;
  readonly postings: number;
  readonly transfers: number;
}

async function sizeOf(client: PoolClient, integratorId: string): Promise<Size> {
  const count = async (table: string) => {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE integrator_id = $1`, [
      integratorId,
    ]);
    return Number(rows[0]?.count);
  };
  return {
    accounts: await count("wallet_balances"),
    postings: await count("wallet_postings"),
    transfers: await count("wallet_transfers"),
  };
}

function sumOf(sizes: Iterable<Size>): Size {
  let [accounts, postings, transfers] = [0, 0, 0];
  for (const size of sizes) {
    accounts += size.accounts;
    postings += size.postings;
    transfers += size.transfers;
  }
  return { accounts, postings, transfers };
}

async function verifyBooks(
  client: PoolClient,
  integratorId: string,
  findings: Findings,
  onRead: (read: number) => void,
): Promise<void> {
  const chains = new ChainReader(
    cursorOver<PostingSideRow>(client, "posting_sides", postingSides, integratorId),
    onRead,
    async ({ integrator_id, account_no }) => {
      const query = "SELECT FROM wallet_balances WHERE integrator_id = $1 AND account_no = $2";
      return (await client.query(query, [integrator_id, account_no])).rowCount === 1;
    },
  );
  for await (const account of cursorOver<AccountRow>(client, "accounts", accounts, integratorId))
    await chains.compare(account, findings);
  await chains.finish(findings);
  for (const statement of statements) await findings.select(client, statement, [integratorId]);
}

class Findings {
  readonly differences: string[] = [];

  add(difference: string): void {
    if (this.differences.length < maxDifferences) this.differences.push(difference);
  }

  async select(client: PoolClient, statement: string, parameters: readonly unknown[]): Promise<void> {
    const { rows } = await client.query<{ difference: string }>(`${statement} LIMIT ${maxDifferences}`, [
      ...parameters,
    ]);
    for (const { difference } of rows) this.add(difference);
  }
}

/** The rows that a query selects of these books, fetched a few thousand at a time. */
async function* cursorOver<T extends object>(
  client: PoolClient,
  name: string,
  query: string,
  integratorId: string,
): AsyncGenerator<T> {
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${query}`, [integratorId]);
  for (;;) {
    const { rows } = await client.query<T>(`FETCH ${fetchSize} FROM ${name}`);
    yield* rows;
    if (rows.length < fetchSize) break;
  }
  await client.query(`CLOSE ${name}`);
}
