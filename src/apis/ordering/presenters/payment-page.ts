/** The sandbox payment page: plain HTML, no scripts, made for a phone. */
import { createHash } from "node:crypto";
import type { ProblemPresenter } from "#src/contract/api.ts";
import { escapeHtml } from "#src/http/html.ts";
import type { AttemptStatus, PaymentAttempt } from "../entities.ts";

const style = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 26rem; padding: 1.5rem 1rem; }
h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
.amount { font-size: 2rem; font-weight: 700; margin: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 1.5rem; }
dt { opacity: .75; }
dd { margin: 0; overflow-wrap: anywhere; }
button { display: block; width: 100%; min-height: 3rem; margin: 0 0 .75rem; border: 2px solid #0b6b3a; border-radius: .5rem;
  font: inherit; font-weight: 600; background: #0b6b3a; color: #fff; cursor: pointer; }
button.quiet { background: transparent; color: inherit; border-color: #8888; }
button:focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px; }
.note { font-size: .875rem; opacity: .8; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** For every page: nothing may run in it or frame it, and its form goes nowhere else. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "same-origin",
} as const;

const outcomes: Readonly<Record<AttemptStatus, string>> = {
  PENDING: "This payment waits for you.",
  SUCCEEDED: "Paid. You can go back to the app.",
  FAILED: "Your bank declined. Nothing was paid. In the app you can try again.",
  ABANDONED: "The time for this payment is over, and the order is cancelled.",
  REVERSED: "You paid too late. The money goes back to you, and the order is cancelled.",
};

const naira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });

/** @param token for the form; null when nothing can be decided any more. */
export function paymentPage(attempt: PaymentAttempt, token: string | null): string {
  const amount = nairaOf(attempt.amount);
  return page(
    token === null ? outcomeTitle(attempt.status) : `Pay ${amount}`,
    `<p class="amount">${amount}</p>
<dl>
<dt>Order</dt><dd>${escapeHtml(attempt.orderId)}</dd>
<dt>Reference</dt><dd>${escapeHtml(attempt.reference)}</dd>
<dt>Paid with</dt><dd>${escapeHtml(attempt.paymentMethod.toLowerCase().replaceAll("_", " "))}</dd>
</dl>
<p role="status">${outcomes[attempt.status]}</p>
${token === null ? "" : form(token)}`,
  );
}

function form(token: string): string {
  return `<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button name="decision" value="approve">Approve the payment</button>
<button name="decision" value="decline" class="quiet">Decline</button>
</form>
<p class="note">This is a sandbox: no money moves. You decide what the bank answers.</p>`;
}

function outcomeTitle(status: AttemptStatus): string {
  return status === "SUCCEEDED" ? "Payment received" : "Payment not made";
}

/** Amounts are integers in kobo; the division is for the eye alone and exact to the second decimal. */
function nairaOf(kobo: number): string {
  return naira.format(kobo / 100);
}

/** The errors of these operations are pages too (`x-accord-errors: page`). */
export const presentProblemPage: ProblemPresenter = ({ status, title, detail, headers }, { requestId }) => {
  const body = page(
    title,
    `<p role="alert">${escapeHtml(detail)}</p>\n<p class="note">Request ${escapeHtml(requestId)}</p>`,
  );
  return { status, type: "text/html", payload: body, headers: { ...headers, ...pageHeaders }, checked: body };
};

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}
