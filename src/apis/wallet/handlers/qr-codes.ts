/** QR codes: made, drawn, read and paid. */
import { randomUUIDv7 } from "node:crypto";
import { toBuffer } from "qrcode";
import type { HandlersOf } from "../callers.ts";
import { nameAtOtherBank } from "../clearing/clearing-house.ts";
import type { Integrator } from "../entities.ts";
import { finding, invalidRequest, positiveAmount } from "../findings.ts";
import { onboarded } from "../integrators.ts";
import { formatAmount, parseAmount } from "../money.ts";
import { ownBankCode } from "../nuban.ts";
import { Declined, done } from "../presenters/envelope.ts";
import { decodeQr, encodeQr, type QrPayload } from "../qr/emvco.ts";
import type { QrReferences } from "../qr/signed-reference.ts";
import { payWithinBank } from "../transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function qrCodeHandlers(dependencies: HandlerDependencies): HandlersOf<"QR codes"> {
  const { accounts, clearingHouse, qrPlatform, qrReferences } = dependencies;
  const { manager } = dependencies.database.dataSource;
  /** As the books have it, or the other bank. Throws Declined 104 for an account that there is not. */
  const nameOfPayee = async (asking: Integrator, { bankCode: bank, accountNo }: QrPayload): Promise<string> => {
    if (bank !== ownBankCode) return await nameAtOtherBank(manager, clearingHouse, { bank, accountNo });
    const payee = await accounts.find(asking, accountNo);
    if (payee === null || payee.kind === "virtual") throw new Declined("104", "There is no such account.");
    return payee.name;
  };
  return {
    async generateQrCode({ body: { accountNo, qrType, amount: text = "", phone = "", email = "" } }, { identity }) {
      const kobo = parseAmount(text) ?? 0n;
      const { name: merchantName } = await accounts.own(identity, accountNo);
      const customerId = await qrPlatform.customerOf({ accountNo, name: merchantName, phone, email });
      const amount = kobo === 0n ? null : formatAmount(kobo);
      const code = { accountNo, bankCode: ownBankCode, qrType, amount };
      const reference = amount === null ? null : qrReferences.sign(code);
      return done({ qrCode: encodeQr({ ...code, merchantName, reference }), customerId }, "The code is made.");
    },

    async queryQrCode({ body: { qrCode } }, { identity }) {
      const code = readQr(qrCode, qrReferences);
      const { accountNo, bankCode, qrType, amount } = code;
      const merchantName = await nameOfPayee(identity, code);
      const where = { city: "Lagos", currency: "NGN" } as const;
      return done({ merchantName, accountNo, bankCode, qrType, amount: amount ?? "", ...where });
    },

    async payQrCode({ body }, { identity }) {
      const offered = positiveAmount(body.amount);
      const { qrCode = "", qrType } = body;
      const code = qrCode === "" ? null : readQr(qrCode, qrReferences);
      if (code !== null && code.qrType !== qrType)
        throw invalidRequest([finding("qrType", "qrCode", `must be ${code.qrType}, as the code says`)]);
      if (code !== null && code.bankCode !== ownBankCode) throw new Declined("99", "The code is of another bank.");
      if (code?.amount != null && parseAmount(code.amount) !== offered)
        throw new Declined("99", `The code asks for ${code.amount}.`);
      const toAccount = code?.accountNo ?? (await onboarded(manager, identity)).poolAccountNo;
      if (toAccount === body.accountNo) throw new Declined("99", "An account does not pay itself.");
      // A code for a single payment names that payment, in the books of whoever made the code: so that it is paid once.
      const reference = `qr-${(code?.qrType === "2" && code.reference) || randomUUIDv7()}`;
      const paid = await payWithinBank(dependencies, identity, {
        fromAccount: body.accountNo,
        toAccount,
        amount: offered,
        reference,
        inwardReference: reference,
        remark: `QR payment to ${code === null ? "the wallet" : await nameOfPayee(identity, code)}`,
      });
      const { sessionId, amount } = paid;
      return done({ reference, sessionId, amount: formatAmount(amount) }, "The payment is done.");
    },

    async renderQrCode({ query: { qrCode } }) {
      return { status: 200, body: await toBuffer(qrCode, { type: "png", errorCorrectionLevel: "M" }) };
    },
  };
}

/**
 * What a code says, as far as it can be believed: of another bank's code the account alone. Throws Declined 99 for a code that is
 * damaged, of another kind, or asks for what it was not made to ask for.
 */
function readQr(text: string, references: QrReferences): QrPayload {
  const payload = decodeQr(text);
  if (payload === "checksum") throw new Declined("99", "The code does not match its checksum.");
  if (payload === "form") throw new Declined("99", "This is no payment code of this scheme.");
  if (payload.bankCode !== ownBankCode) return { ...payload, amount: null, reference: null };
  const isOpen = payload.qrType === "1" && payload.amount === null && payload.reference === null;
  if (!isOpen && !references.isSigned(payload))
    throw new Declined("99", "The code does not ask for what it was made to ask for.");
  return payload;
}
