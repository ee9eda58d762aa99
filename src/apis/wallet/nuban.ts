/**
 * Account numbers: nine digits of a serial and a check digit over the bank's code and the serial (Central Bank of Nigeria,
 * Revised Standards on Nigeria Uniform Bank Account Number, 2020).
 */

/** This bank among those that can be paid to. */
export const ownBankCode = "999999";

/** The standard repeats 3, 7, 3 over all digits. */
const weights = [3, 7, 3] as const;

/** The account number of a serial from 0 to 999,999,999. Throws RangeError beyond. */
export function accountNumber(serial: number, bankCode = ownBankCode): string {
  if (!Number.isInteger(serial) || serial < 0 || serial > 999_999_999)
    throw new RangeError(`There is no account ${serial}`);
  const digits = String(serial).padStart(9, "0");
  return digits + checkDigit(bankCode, digits);
}

function checkDigit(bankCode: string, serial: string): string {
  let sum = 0;
  for (const [index, digit] of [...(bankCode + serial)].entries()) sum += Number(digit) * (weights[index % 3] ?? 0);
  return String((10 - (sum % 10)) % 10);
}
