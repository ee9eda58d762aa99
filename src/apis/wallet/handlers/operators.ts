/** The books of all integrators, for those who operate the installation. */
import { FairSlots } from "#src/http/fair-slots.ts";
import type { Database } from "#src/storage/database.ts";
import type { HandlersOf } from "../callers.ts";
import { integratorEntity } from "../entities.ts";
import { entriesOf, listAccounts } from "../ledger/books-view.ts";
import { findTransfer, listPostings } from "../ledger/history.ts";
import { TooManyPostings, verifyLedger } from "../ledger/verify.ts";
import { formatAmount } from "../money.ts";
import { pageInfo, rangeOf } from "../paging.ts";
import { Declined, done } from "../presenters/envelope.ts";

const mostPostings = 200_000;
const naira = (kobo: string) => formatAmount(BigInt(kobo));

export function operatorHandlers({ pool, dataSource }: Database): HandlersOf<"Operators"> {
  // A proof reads whole books.
  const proofs = new FairSlots({ slots: 1, maxWaiting: 16 });
  return {
    async listIntegrators({ query }) {
      const [integrators, total] = await dataSource
        .getRepository(integratorEntity)
        .findAndCount({ order: { id: "ASC" }, ...rangeOf(query) });
      const content = integrators.map(({ id, name, poolAccountNo, onboardedAt, revokedAt, createdAt }) => ({
        ...{ id, name, poolAccountNo, onboardedAt, revokedAt, createdAt },
      }));
      return done({ content, pageInfo: pageInfo(query, total) });
    },

    async listBookAccounts({ query }) {
      const [accounts, total] = await listAccounts(pool, query.integratorId, rangeOf(query));
      const content = accounts.map((account) => ({
        ...account,
        balance: naira(account.balance),
        held: naira(account.held),
      }));
      return done({ content, pageInfo: pageInfo(query, total) });
    },

    async listBookPostings({ query }) {
      const { integratorId, accountNo } = query;
      const listing = { period: { from: null, until: null }, withinBank: null, range: rangeOf(query) };
      const [items, total] = await listPostings(pool, { integratorId, accountNo }, listing);
      const content = items.map(({ transfer, side, otherAccount, reversal, balance, postedAt }) => ({
        reference: transfer.reference,
        kind: transfer.kind,
        status: transfer.status,
        side,
        otherAccountNo: otherAccount,
        amount: formatAmount(transfer.amount),
        balance: formatAmount(balance),
        reversal,
        remark: transfer.details.remark,
        postedAt,
      }));
      return done({ content, pageInfo: pageInfo(query, total) });
    },

    async getTransferEntries({ query: { integratorId, reference } }) {
      const transfer = await findTransfer(pool, integratorId, { reference });
      if (transfer === null) throw new Declined("01", "There is no such transfer.");
      const { sessionId, kind, status, amount, details, createdAt } = transfer;
      const entries = await entriesOf(pool, transfer);
      return done({
        ...{ reference, sessionId, kind, status, createdAt },
        amount: formatAmount(amount),
        payer: details.payerName,
        payee: details.payeeName,
        remark: details.remark,
        entries: entries.map((entry) => ({
          ...entry,
          amount: naira(entry.amount),
          debitBalance: naira(entry.debitBalance),
          creditBalance: naira(entry.creditBalance),
        })),
      });
    },

    async proveBooks({ query: { integratorId } }, { identity, signal }) {
      const prove = () => verifyLedger(pool, { integratorId, mostPostings });
      const { accounts, postings, transfers, differences } = await proofs
        .run(identity.id, prove, { signal })
        .catch((error: unknown) => {
          if (!(error instanceof TooManyPostings)) throw error;
          throw new Declined("99", `These books have more than ${mostPostings} postings: run accord ledger verify.`);
        });
      return done({ accounts, postings, transfers, differences: [...differences] });
    },
  };
}
