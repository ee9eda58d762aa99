/** QR codes: made, read, drawn and paid. */
import { expect } from "chai";
import { decodeQr, encodeQr, type QrPayload } from "#src/apis/wallet/qr/emvco.ts";
import { sharedWalletServer, type Wallet } from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";

describe("QR codes", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  let payer: string;
  let payee: string;
  beforeEach(async () => {
    wallet = await server.aWallet();
    [payer, payee] = await server.twoAccounts(wallet);
  });
  afterEach(async () => {
    expect(await server.differences()).to.deep.equal([]);
  });

  const ask = <T>(path: string, body: object, as = wallet) => server.ask<T>("POST", `/qrcode${path}`, { as, body });
  const generate = async (changes: object = {}) => {
    const body = { accountNo: payee, qrType: "1", ...changes };
    return (await ask<{ qrCode: string }>("/generate", body)).data.qrCode;
  };
  /** Of the type that the code says, unless another is given. */
  const pay = (changes: Readonly<Record<string, string>>, as = wallet) => {
    const code = decodeQr(changes.qrCode ?? "");
    const qrType = typeof code === "string" ? "1" : code.qrType;
    return ask<{ reference: string } | null>("/pay", { accountNo: payer, qrType, amount: "75.50", ...changes }, as);
  };
  const foreign = (changes: Partial<QrPayload> = {}) =>
    encodeQr({
      accountNo: "0000000011",
      bankCode: "999058",
      merchantName: "Shop",
      qrType: "1",
      amount: null,
      reference: null,
      ...changes,
    });
  /** The code with other contents, and the checksum that belongs to them. */
  const rewritten = (code: string, changes: Partial<QrPayload>) =>
    encodeQr({ ...(decodeQr(code) as QrPayload), ...changes });

  it("generateQrCode answers 00, and queryQrCode reads what was made", async () => {
    const { status, data } = await ask<object>("/query", { qrCode: await generate({ qrType: "2", amount: "75.5" }) });
    expect({ status, data }).to.deep.equal({
      status: "00",
      data: {
        merchantName: "Ada Obi",
        accountNo: payee,
        bankCode: "999999",
        qrType: "2",
        amount: "75.50",
        city: "Lagos",
        currency: "NGN",
      },
    });
    const open = await ask<object>("/query", { qrCode: await generate({ amount: "0" }) });
    expect(open.data).to.include({ qrType: "1", amount: "" });
  });

  it("generateQrCode makes one customer of the account on the QR platform, with the particulars of the last time", async () => {
    const [first] = await Promise.all(
      Array.from({ length: 4 }, () => ask<{ customerId: string }>("/generate", { accountNo: payee, qrType: "1" })),
    );
    const particulars = { phone: "08031234567", email: "ada@acme.example" };
    const again = await ask<{ customerId: string }>("/generate", { accountNo: payee, qrType: "1", ...particulars });
    expect(again.data.customerId).to.equal(first?.data.customerId);
    expect(server.qrPlatform.customers.get(payee)).to.deep.equal({
      customerId: again.data.customerId,
      name: "Ada Obi",
      ...particulars,
    });
  });

  it("generateQrCode answers 99 and makes no code where the platform refuses the customer or is out", async () => {
    const refused = await ask<null>("/generate", { accountNo: payee, qrType: "1", phone: "08031234500" });
    expect(refused).to.deep.include({ status: "99", data: null });
    server.qrPlatform.outage = true;
    const away = await ask<null>("/generate", { accountNo: payee, qrType: "1" });
    server.qrPlatform.outage = false;
    expect(away).to.deep.include({ status: "99", data: null });
    expect(away.message).to.include("does not answer");
    expect((await ask("/generate", { accountNo: payee, qrType: "1", email: "", amount: "" })).status).to.equal("00");
  });

  it("generateQrCode answers 104 for no such account, and 400 for a single payment of no amount", async () => {
    const none = await ask<null>("/generate", { accountNo: "0000000000", qrType: "1" });
    expect(none).to.deep.include({ status: "104", data: null });
    const body = { accountNo: payee, qrType: "2" };
    expectInvalid(await server.send("POST", "/api/v1/qrcode/generate", { as: wallet, body }), "/body/amount");
  });

  it("queryQrCode and payQrCode answer 99 to damaged codes and codes of others", async () => {
    const code = await generate();
    const damaged = code.replace(payee, "0000000000");
    for (const qrCode of [damaged, "hello", code.slice(0, -1)]) {
      expect(await ask<null>("/query", { qrCode })).to.deep.include({ status: "99", data: null });
      expect((await pay({ qrCode })).status).to.equal("99");
    }
    expect((await ask("/query", { qrCode: foreign() })).status).to.equal("00");
    expect((await pay({ qrCode: foreign() })).status).to.equal("99");
  });

  it("queryQrCode answers 99 to another bank's code whose account has no account number's form", async () => {
    for (const accountNo of ["0000000011?x=1", "x/../0000000011", "../../../returns"])
      expect(await ask<null>("/query", { qrCode: foreign({ accountNo }) })).to.deep.include({
        status: "99",
        data: null,
      });
  });

  it("queryQrCode and payQrCode go by the books for names, whatever the code says", async () => {
    const qrCode = rewritten(await generate(), { merchantName: "Tax Office" });
    expect((await ask<{ merchantName: string }>("/query", { qrCode })).data.merchantName).to.equal("Ada Obi");
    expect((await pay({ qrCode })).status).to.equal("00");
    const query = { accountNo: payer };
    const { data } = await server.ask<{ content: { narration: string }[] }>("GET", "/account/transactions", {
      as: wallet,
      query,
    });
    expect(JSON.stringify(data)).to.include("QR payment to Ada Obi").and.not.include("Tax Office");
  });

  it("queryQrCode and payQrCode answer 99 to a code that asks for something else than it was made for", async () => {
    const single = await generate({ qrType: "2", amount: "75.50" });
    const fixed = await generate({ qrType: "1", amount: "75.50" });
    const open = await generate();
    const reference = (decodeQr(single) as QrPayload).reference;
    const forged = [
      ...[single, fixed].flatMap((code) => [
        rewritten(code, { amount: "1.00" }),
        rewritten(code, { amount: null }),
        rewritten(code, { accountNo: payer }),
        rewritten(code, { reference: "0123456789abcdef01234567" }),
        rewritten(code, { reference: null }),
      ]),
      rewritten(single, { qrType: "1" }),
      rewritten(fixed, { qrType: "2" }),
      rewritten(open, { amount: "75.50" }),
      rewritten(open, { qrType: "2" }),
      rewritten(open, { reference }),
    ];
    for (const qrCode of forged) {
      const amount = (decodeQr(qrCode) as QrPayload).amount ?? "75.50";
      expect(await ask<null>("/query", { qrCode }), qrCode).to.deep.include({ status: "99", data: null });
      expect((await pay({ qrCode, amount })).status, qrCode).to.equal("99");
    }
    expect(await server.balance(wallet, payee)).to.equal("0.00");
    for (const qrCode of [single, fixed, fixed]) expect((await pay({ qrCode })).status).to.equal("00");
    expect(await server.balance(wallet, payee)).to.equal("226.50");
  });

  it("queryQrCode answers 104 to a code for an account that does not exist, here or at another bank", async () => {
    const { accountNo } = await server.aOneTimeAccount(wallet);
    const code = await generate();
    for (const qrCode of [
      rewritten(code, { accountNo: "0000000000" }),
      rewritten(code, { accountNo }),
      foreign({ accountNo: "9000000000" }),
    ])
      expect(await ask<null>("/query", { qrCode })).to.deep.include({ status: "104", data: null });
    expect(await ask<null>("/query", { qrCode: foreign({ bankCode: "123456" }) })).to.deep.include({ status: "01" });
  });

  it("queryQrCode says of another bank's code who holds the account there, and believes no amount", async () => {
    const { status, data } = await ask<Record<string, string>>("/query", { qrCode: foreign({ amount: "1.00" }) });
    expect(status).to.equal("00");
    expect(data).to.include({ accountNo: "0000000011", bankCode: "999058", amount: "" });
    expect(data.merchantName).to.be.a("string").that.is.not.oneOf(["", "Shop"]);
  });

  it("payQrCode pays a code any number of times, and the wallet itself where none is given", async () => {
    const qrCode = await generate();
    for (const amount of ["75.50", "1"]) expect((await pay({ qrCode, amount })).status).to.equal("00");
    expect(await server.balance(wallet, payee)).to.equal("76.50");
    expect((await pay({})).status).to.equal("00");
    expect(await server.balance(wallet)).to.equal("75.50");
  });

  it("payQrCode pays a code for a single payment once, of its very amount", async () => {
    const qrCode = await generate({ qrType: "2", amount: "75.50" });
    expect((await pay({ qrCode, amount: "75.51" })).status).to.equal("99");
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay({ qrCode })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", "98", "98", "98"]);
    expect(await server.balance(wallet, payee)).to.equal("75.50");
  });

  it("payQrCode answers 400 to another type than the code's, and pays nothing", async () => {
    const single = await generate({ qrType: "2", amount: "75.50" });
    for (const [qrCode, qrType] of [
      [single, "1"],
      [await generate(), "2"],
    ]) {
      const body = { accountNo: payer, qrType, amount: "75.50", qrCode };
      expectInvalid(await server.send("POST", "/api/v1/qrcode/pay", { as: wallet, body }), "/body/qrType");
    }
    expect(await server.balance(wallet, payee)).to.equal("0.00");
    expect((await pay({ qrCode: single })).status).to.equal("00");
  });

  it("payQrCode answers 51, 61 and 104, and 99 to an account that pays itself", async () => {
    const qrCode = await generate();
    expect((await pay({ qrCode, amount: "1000.01" })).status).to.equal("51");
    expect((await pay({ qrCode, amount: "30000.01" })).status).to.equal("61");
    expect((await pay({ qrCode, accountNo: "0000000000" })).status).to.equal("104");
    expect((await pay({ qrCode, accountNo: payee })).status).to.equal("99");
  });

  it("payQrCode pays the code of another integrator's client", async () => {
    const other = await server.aWallet("Other");
    const { account } = await server.anAccount(other, 100_00n);
    expect((await pay({ accountNo: account.accountNo, qrCode: await generate() }, other)).status).to.equal("00");
    expect(await server.balance(wallet, payee)).to.equal("75.50");
  });

  it("payQrCode pays a code for a single payment once, whichever wallets pay it, even at once", async () => {
    const others = await Promise.all(["One", "Two", "Three"].map((name) => server.aWallet(name)));
    const payers = await Promise.all(
      others.map(async (other) => ({ other, payer: (await server.anAccount(other, 100_00n)).account.accountNo })),
    );
    const qrCode = await generate({ qrType: "2", amount: "75.50" });
    const answers = await Promise.all([
      ...payers.map(({ other, payer }) => pay({ accountNo: payer, qrCode }, other)),
      pay({ qrCode }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal(["00", "98", "98", "98"]);
    expect(await server.balance(wallet, payee)).to.equal("75.50");
    for (const [index, { other, payer }] of payers.entries()) {
      const left = answers[index]?.status === "00" ? "24.50" : "100.00";
      expect(await server.balance(other, payer)).to.equal(left);
      expect((await pay({ accountNo: payer, qrCode }, other)).status).to.equal("98");
    }
    expect((await pay({ qrCode })).status).to.equal("98");
    expect(await server.differences()).to.deep.equal([]);
  });

  it("renderQrCode draws a PNG", async () => {
    const url = new URL(`${server.baseUrl}/api/v1/qrcode/image`);
    url.searchParams.set("wallet-credentials", wallet.credentials);
    url.searchParams.set("qrCode", await generate());
    const response = await fetch(url, { headers: { authorization: `Bearer ${wallet.token}` } });
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([200, "image/png"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).to.equal("PNG");
  });
});
