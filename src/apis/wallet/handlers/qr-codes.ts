/** QR codes: made, drawn, read and paid. */
import { randomUUIDv7 } from "node:crypto";
import { toBuffer } from "qrcode";
import type { HandlersOf } from "../callers.ts";
import { finding, invalidRequest, positiveAmount } from "../findings.ts";
import { formatAmount, parseAmount } from "../money.ts";
import { ownBankCode } from "../nuban.ts";
import { answered, Declined, done } from "../presenters/envelope.ts";
import { decodeQr, encodeQr, type QrPayload } from "../qr/emvco.ts";
import { payWithinBank } from "../transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** Characters of the name of a dynamic code's one payment: hexadecimal digits. */
const referenceLength = 20;
const referenceForm = new RegExp(`^[0-9a-f]{${referenceLength}}$`);

export function qrCodeHandlers(dependencies: HandlerDependencies): HandlersOf<"QR codes"> {
  const { manager } = dependencies.database.dataSource;
  return {
    async generateQrCode({ body: { accountNo, qrType, amount = "0" } }, { identity }) {
      const kobo = parseAmount(amount) ?? 0n;
      if (qrType === "2" && kobo === 0n)
        throw invalidRequest([finding("amount", "required", "must be more than zero for a single payment")]);
      return await answered(async () => {
        const { name } = await dependencies.accounts.own(identity, accountNo);
        const qrCode = encodeQr({
          accountNo,
          bankCode: ownBankCode,
          merchantName: name,
          qrType,
          amount: kobo === 0n ? null : formatAmount(kobo),
          reference: qrType === "2" ? randomUUIDv7().replaceAll("-", "").slice(-referenceLength) : null,
        });
        return done({ qrCode }, "The code is made.");
      });
    },

    async queryQrCode({ body: { qrCode } }) {
      return await answered(async () => {
        const { merchantName, accountNo, bankCode, qrType, amount } = readQr(qrCode);
        const where = { city: "Lagos", currency: "NGN" } as const;
        return done({ merchantName, accountNo, bankCode, qrType, amount: amount ?? "", ...where });
      });
    },

    async payQrCode({ body }, { identity }) {
      const offered = positiveAmount(body.amount);
      return await answered(async () => {
        const code = body.qrCode === undefined ? null : readQr(body.qrCode);
        if (code !== null && code.bankCode !== ownBankCode) throw new Declined("99", "The code is of another bank.");
        if (code?.amount != null && parseAmount(code.amount) !== offered)
          throw new Declined("99", `The code asks for ${code.amount}.`);
        const toAccount = code?.accountNo ?? identity.poolAccountNo;
        if (toAccount === body.accountNo) throw new Declined("99", "An account does not pay itself.");
        // A code for a single payment names that payment, in the books of whoever made the code: so that it is paid once.
        const reference = `qr-${code?.reference ?? randomUUIDv7()}`;
        const paid = await payWithinBank({ ...dependencies, manager }, identity, {
          fromAccount: body.accountNo,
          toAccount,
          amount: offered,
          reference,
          inwardReference: reference,
          remark: `QR payment to ${code?.merchantName ?? "the wallet"}`,
        });
        const { sessionId, amount } = paid;
        return done({ reference, sessionId, amount: formatAmount(amount) }, "The payment is done.");
      });
    },

    async renderQrCode({ query: { qrCode } }) {
      return { status: 200, body: await toBuffer(qrCode, { type: "png", errorCorrectionLevel: "M" }) };
    },
  };
}

/** Throws Declined 99 for a code that is damaged or of another kind. */
function readQr(text: string): QrPayload {
  const payload = decodeQr(text);
  if (payload === "checksum") throw new Declined("99", "The code does not match its checksum.");
  if (payload === "form" || (payload.reference !== null && !referenceForm.test(payload.reference)))
    throw new Declined("99", "This is no payment code of this scheme.");
  return payload;
}
