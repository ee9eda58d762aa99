/** Statements of an account over a period, as CSV and as a page that prints. */
import type { Pool } from "pg";
import type { Answers } from "#generated/wallet/contract.ts";
import { escapeHtml } from "#src/http/html.ts";
import type { KnownAccount } from "./account-directory.ts";
import { type Period, type PostedTransfer, postingsOf, stretchOf } from "./ledger/history.ts";
import { formatAmount } from "./money.ts";
import { Declined } from "./presenters/envelope.ts";
import { presentPosting } from "./presenters/transfers.ts";

/** Postings. */
const mostPostings = 2_000;

export interface Statement {
  readonly account: KnownAccount;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly days: readonly [string, string];
  readonly openingBalance: string;
  readonly closingBalance: string;
  /** The oldest first. */
  readonly postings: readonly Answers["AccountTransaction"][];
}

/** Throws Declined 99 where the period has more postings than a statement holds. */
export async function statementOf(
  pool: Pool,
  account: KnownAccount,
  days: readonly [string, string],
  period: Period,
): Promise<Statement> {
  // A payment that commits meanwhile is behind the last posting of the stretch.
  const stretch = await stretchOf(pool, account, period);
  const posted = await postingsOf(pool, account, stretch, mostPostings + 1);
  if (posted.length > mostPostings) {
    const message = `The period has more than the ${mostPostings} postings that a statement holds: choose a shorter one.`;
    throw new Declined("99", message);
  }
  const [first, last] = [posted[0], posted.at(-1)];
  const opening = first === undefined ? await balanceAfter(pool, account, stretch.after) : before(first);
  return {
    account,
    days,
    openingBalance: formatAmount(opening),
    closingBalance: formatAmount(last?.balance ?? opening),
    postings: posted.map((item) => presentPosting(item, account.accountNo)),
  };
}

function before({ side, balance, transfer }: PostedTransfer): bigint {
  return side === "credit" ? balance - transfer.amount : balance + transfer.amount;
}

/** After the posting with this sequence, and 0 before the first. */
async function balanceAfter(pool: Pool, account: KnownAccount, last: bigint): Promise<bigint> {
  const [posting] = await postingsOf(pool, account, { after: last - 1n, last }, 1);
  return posting?.balance ?? 0n;
}

const columns = [
  "date",
  "reference",
  "session",
  "type",
  "counterparty",
  "account",
  "bank",
  "remark",
  "amount",
  "balance",
];

function cellsOf(posting: Answers["AccountTransaction"]): readonly string[] {
  const { createdAt, reference, sessionId, type, counterName, counterAccountNo, counterBank, remark, amount, balance } =
    posting;
  const moment = createdAt instanceof Date ? createdAt.toISOString() : createdAt;
  return [moment, reference, sessionId, type, counterName, counterAccountNo, counterBank, remark, amount, balance];
}

/** RFC 4180: lines end in CRLF, and cells with commas, quotes or line breaks are quoted. */
export function asCsv({ postings }: Statement): string {
  return [columns, ...postings.map(cellsOf)].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front, which spreadsheets do not show. */
function csvCell(text: string): string {
  const isFormula = /^[=@\t\r]|^[+-](?![0-9.]+$)/.test(text);
  const plain = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const style = `@page { size: A4 landscape; margin: 14mm }
body { font: 9pt/1.4 system-ui, sans-serif; color: #111 }
h1 { font-size: 14pt; margin: 0 0 2mm }
table { border-collapse: collapse; width: 100% }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { border-bottom: 0.2mm solid #bbb; padding: 1mm 1.5mm; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th:nth-last-child(-n + 2), td:nth-last-child(-n + 2) { text-align: right; white-space: nowrap }`;

/** A page of its own, without scripts or anything from elsewhere, whose head is repeated on every sheet. */
export function asHtml({ account, days, openingBalance, closingBalance, postings }: Statement): string {
  const row = (cells: readonly string[], tag: "td" | "th") =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Statement ${account.accountNo}</title><style>${style}</style></head>
<body>
<h1>Statement of account ${account.accountNo}</h1>
<p>${escapeHtml(account.name)}, ${days[0]} to ${days[1]}, in NGN.</p>
<p>Balance before: ${openingBalance}. Balance after: ${closingBalance}.</p>
<table><thead>${row(columns, "th")}</thead><tbody>
${postings.map((posting) => row(cellsOf(posting), "td")).join("\n")}
</tbody></table>
</body>
</html>
`;
}
