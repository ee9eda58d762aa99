import { expect } from "chai";
import fc from "fast-check";
import { crc16, decodeQr, encodeQr, type QrPayload } from "#src/apis/wallet/qr/emvco.ts";
import { runs } from "#test/support/runs.ts";

const shop: QrPayload = {
  accountNo: "1001561522",
  bankCode: "999999",
  merchantName: "AcmePay",
  qrType: "1",
  amount: null,
  reference: null,
};

/** A payload that ends with the right checksum, whatever it says. */
const sealed = (elements: string) => `${elements}6304${crc16(`${elements}6304`)}`;

describe("CRC-16/CCITT-FALSE", () => {
  it("gives the check value of its catalogue, and its initial value for nothing", () => {
    expect(crc16("123456789")).to.equal("29B1");
    expect(crc16("")).to.equal("FFFF");
  });

  it("closes the example of the EMVCo specification", () => {
    const example =
      "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304";
    expect(crc16(example)).to.equal("A13A");
  });
});

describe("QR payloads", () => {
  it("are written as EMVCo's merchant-presented mode has them", () => {
    expect(encodeQr({ ...shop, qrType: "2", amount: "750.00", reference: "abc" })).to.equal(
      sealed(
        "00020101021226370009ng.accord010699999902101001561522520400005303566" +
          "5406750.005802NG5907AcmePay6005Lagos62070503abc",
      ),
    );
  });

  it("say again what was put into them", () => {
    const payloads = fc.record({
      accountNo: fc.stringMatching(/^\d{10}$/),
      bankCode: fc.stringMatching(/^\d{6}$/),
      merchantName: fc.stringMatching(/^[A-Z][a-z]{0,24}$/),
      qrType: fc.constantFrom("1" as const, "2" as const),
      amount: fc.option(fc.stringMatching(/^[1-9]\d{0,5}\.\d\d$/)),
      reference: fc.option(fc.stringMatching(/^[0-9a-f]{20}$/)),
    });
    fc.assert(
      fc.property(payloads, (payload) => {
        expect(decodeQr(encodeQr(payload))).to.deep.equal(payload);
      }),
      { numRuns: runs(500) },
    );
  });

  it("have names that every reader has, within 25 characters", () => {
    const nameOf = (merchantName: string) => decodeQr(encodeQr({ ...shop, merchantName }));
    expect(nameOf("Àdé's Kítchen")).to.include({ merchantName: "Ade's Kitchen" });
    expect(nameOf("最佳运输")).to.include({ merchantName: "Merchant" });
    expect(nameOf("A".repeat(40))).to.include({ merchantName: "A".repeat(25) });
  });

  it("are damaged when any one character is another one", () => {
    const text = encodeQr(shop);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(..."0123456789ABz"), (at, character) => {
        fc.pre(text[at]?.toUpperCase() !== character.toUpperCase());
        expect(decodeQr(text.slice(0, at) + character + text.slice(at + 1))).to.be.oneOf(["checksum", "form"]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("may have their checksum in small letters", () => {
    const text = encodeQr(shop);
    expect(decodeQr(text.slice(0, -4) + text.slice(-4).toLowerCase())).to.deep.equal(shop);
  });

  const foreign: Readonly<Record<string, string>> = {
    nothing: "",
    "another text": "hello",
    "another format": sealed("000202"),
    "no account": sealed("000201"),
    "an account of another scheme": sealed("00020126120008ng.other"),
    "an account without a number": sealed("00020126130009ng.accord"),
    "an account number that is a path": encodeQr({ ...shop, accountNo: "../../../returns" }),
    "an account number of nine digits": encodeQr({ ...shop, accountNo: "100156152" }),
    "a line break after the account number": encodeQr({ ...shop, accountNo: "1001561522\n" }),
    "a bank code of five digits": encodeQr({ ...shop, bankCode: "99999" }),
    "an element twice": sealed("000201000201"),
    "a length beyond the end": sealed("0002015299"),
  };
  for (const [name, text] of Object.entries(foreign))
    it(`are none with ${name}`, () => {
      expect(decodeQr(text)).to.equal("form");
    });

  it("take any text without breaking", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(decodeQr(text)).to.be.oneOf(["form", "checksum"]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("refuse a value that has no length of two digits", () => {
    expect(() => encodeQr({ ...shop, reference: "x".repeat(100) })).to.throw(RangeError);
  });
});
