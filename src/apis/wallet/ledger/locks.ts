// SQL: locks in one order, and a transaction's first statements in one message.
/** The part of the books that orders are decided on, locked until the transaction ends. */
import type { PoolClient, QueryResult } from "pg";
import { literal } from "#src/storage/literals.ts";
import {
  type BalanceRow,
  type Books,
  balanceColumns,
  balanceOf,
  keyOf,
  referenceKeyOf,
  type TransferRow,
  transferColumns,
  transferOf,
} from "./books.ts";
import { accountsOf } from "./decide.ts";
import type { Order } from "./transfer.ts";

/**
 * Begins the transaction, locks the transfers that the orders name and then the balances that they may touch, and looks for the
 * credits that they would make in the books of others: those never change, and behind the payees' locks no other can come.
 */
export async function lockBooks(client: PoolClient, integratorId: string, orders: readonly Order[]): Promise<Books> {
  const lockTransfers = `${selectTransfers(integratorId, orders.map(referenceOf))} ORDER BY reference FOR UPDATE`;
  const lockBalances = [...namesByIntegrator(orders.flatMap(accountsOf).map(nameOfAccount))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, numbers]) => {
      const isOwn = id === integratorId;
      const wanted = `ARRAY[${numbers.map(literal)}]${isOwn ? payersOfClosed(integratorId, orders) : ""}`;
      return `SELECT ${balanceColumns} FROM wallet_balances
        WHERE integrator_id = ${literal(id)} AND account_no = ANY (${wanted}) ORDER BY account_no FOR UPDATE`;
    });
  const findCredits = [...namesByIntegrator(orders.flatMap(creditOf))].map(([id, names]) => selectTransfers(id, names));
  const results: unknown = await client.query(["BEGIN", lockTransfers, ...lockBalances, ...findCredits].join(";\n"));
  // One result for each statement.
  const [, transfers, ...others] = results as [QueryResult, QueryResult<TransferRow>, ...QueryResult[]];
  const balances = others.splice(0, lockBalances.length) as QueryResult<BalanceRow>[];
  const credits = others as QueryResult<TransferRow>[];
  return {
    transfers: new Map(
      [transfers, ...credits]
        .flatMap(({ rows }) => rows.map(transferOf))
        .map((transfer) => [referenceKeyOf(transfer), transfer]),
    ),
    balances: new Map(balances.flatMap(({ rows }) => rows.map(balanceOf)).map((balance) => [keyOf(balance), balance])),
  };
}

/** Something that has a name in an integrator's books: an account, or a transfer. */
type Named = readonly [integratorId: string, name: string];

const referenceOf = ({ reference }: Order): string => reference;
const nameOfAccount = ({ integratorId, accountNo }: ReturnType<typeof accountsOf>[number]): Named => [
  integratorId,
  accountNo,
];

function creditOf(order: Order): Named[] {
  if (order.order === "close" || order.inwardReference === undefined) return [];
  return [[order.to.integratorId, order.inwardReference]];
}

function namesByIntegrator(named: readonly Named[]): Map<string, string[]> {
  const sets = Map.groupBy(
    new Map(named.map((one) => [one.join(" "), one])).values(),
    ([integratorId]) => integratorId,
  );
  return new Map([...sets].map(([integratorId, ones]) => [integratorId, ones.map(([, name]) => name)]));
}

function selectTransfers(integratorId: string, references: readonly string[]): string {
  return `SELECT ${transferColumns} FROM wallet_transfers
    WHERE integrator_id = ${literal(integratorId)} AND reference IN (${references.map(literal)})`;
}

/** A transfer that is to be closed says only in its row who pays; empty where none is. */
function payersOfClosed(integratorId: string, orders: readonly Order[]): string {
  const closed = orders.filter(({ order }) => order === "close").map(referenceOf);
  if (closed.length === 0) return "";
  return ` || ARRAY(SELECT account_no FROM wallet_transfers
    WHERE integrator_id = ${literal(integratorId)} AND reference IN (${closed.map(literal)}))`;
}
