/**
 * QR payloads of merchants: EMV QR Code Specification for Payment Systems, Merchant-Presented Mode, 1.1. A payload is a list
 * of elements of two digits id, two digits length and a value; the last one, id 63, is a CRC over everything before.
 */

export interface QrPayload {
  readonly accountNo: string;
  readonly bankCode: string;
  readonly merchantName: string;
  /** `1` is paid any number of times, `2` once ("static" and "dynamic" in the standard). */
  readonly qrType: "1" | "2";
  /** Decimal text; null lets the payer choose. */
  readonly amount: string | null;
  /** Names the one payment of a dynamic code. */
  readonly reference: string | null;
}

const scheme = "ng.accord";
const city = "Lagos";
const naira = "566"; // ISO 4217
const ids = {
  format: "00",
  initiation: "01",
  account: "26",
  category: "52",
  currency: "53",
  amount: "54",
  country: "58",
  name: "59",
  city: "60",
  additional: "62",
  crc: "63",
} as const;
const accountIds = { scheme: "00", bank: "01", account: "02" } as const;
/** The forms of Nigerian bank codes and account numbers (NUBAN). */
const bankCodeForm = /^[0-9]{6}$/;
const accountNoForm = /^[0-9]{10}$/;
/** Of the additional data field: "Reference Label". */
const referenceId = "05";
/** The standard's own bound on a merchant's name. */
const maxNameLength = 25;

/** The payload as text, with its checksum. */
export function encodeQr({ accountNo, bankCode, merchantName, qrType, amount, reference }: QrPayload): string {
  const account =
    element(accountIds.scheme, scheme) + element(accountIds.bank, bankCode) + element(accountIds.account, accountNo);
  const text = [
    element(ids.format, "01"),
    element(ids.initiation, qrType === "1" ? "11" : "12"),
    element(ids.account, account),
    element(ids.category, "0000"),
    element(ids.currency, naira),
    amount === null ? "" : element(ids.amount, amount),
    element(ids.country, "NG"),
    element(ids.name, latin(merchantName)),
    element(ids.city, city),
    reference === null ? "" : element(ids.additional, element(referenceId, reference)),
    // The CRC covers its own id and length.
    `${ids.crc}04`,
  ].join("");
  return text + crc16(text);
}

/** Decodes a payload. Returns `checksum` for a damaged one, and `form` for another kind of code, bank code or account number. */
export function decodeQr(text: string): QrPayload | "checksum" | "form" {
  const elements = elementsOf(text);
  if (elements === null || elements.get(ids.format) !== "01" || !text.slice(0, -4).endsWith(`${ids.crc}04`))
    return "form";
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase()) return "checksum";
  const account = elementsOf(elements.get(ids.account) ?? "");
  const bankCode = account?.get(accountIds.bank) ?? "";
  const accountNo = account?.get(accountIds.account) ?? "";
  if (account?.get(accountIds.scheme) !== scheme || !bankCodeForm.test(bankCode) || !accountNoForm.test(accountNo))
    return "form";
  return {
    accountNo,
    bankCode,
    merchantName: elements.get(ids.name) ?? "",
    qrType: elements.get(ids.initiation) === "12" ? "2" : "1",
    amount: elements.get(ids.amount) ?? null,
    reference: elementsOf(elements.get(ids.additional) ?? "")?.get(referenceId) ?? null,
  };
}

function element(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`The QR element ${id} has ${value.length} characters`);
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** Null where a length leads beyond the end or an id stands twice. */
function elementsOf(text: string): Map<string, string> | null {
  const elements = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, id, length] = /^([0-9]{2})([0-9]{2})/.exec(text.slice(at, at + 4)) ?? [];
    if (id === undefined || elements.has(id)) return null;
    const end = at + 4 + Number(length);
    if (end > text.length) return null;
    elements.set(id, text.slice(at + 4, end));
    at = end;
  }
  return elements;
}

/** The characters that every reader of such codes has. */
function latin(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .trim();
  return plain.slice(0, maxNameLength).trim() || "Merchant";
}

/** CRC-16/CCITT-FALSE in four upper-case hexadecimal digits: polynomial 0x1021, initially 0xFFFF (ISO/IEC 13239). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
