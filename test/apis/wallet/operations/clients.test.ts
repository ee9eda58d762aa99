/** Opening accounts for people and companies, and looking holders up. */
import { expect } from "chai";
import { accountNumber } from "#src/apis/wallet/nuban.ts";
import { otherBank, sharedWalletServer, type Wallet } from "#test/builders/wallet.ts";
import { expectInvalid } from "#test/support/refusals.ts";

/** In the registry: Ada Ngozi Obi and Bola Obi. */
const ada = { bvn: "22200000001", dob: "01 January 1960" };
const bola = { bvn: "22200000002", dob: "02 February 1961" };
const unknownBvn = "22299999999";

type Data = Readonly<Record<string, string | null>>;

describe("the clients of a wallet", () => {
  const server = sharedWalletServer();
  let wallet: Wallet;
  beforeEach(async () => {
    wallet = await server.aWallet();
  });

  const post = (path: string, body: object) => server.ask<Data | null>("POST", path, { as: wallet, body });
  const get = (path: string, query: Record<string, string>, as = wallet) =>
    server.ask<Data | null>("GET", path, { as, query });
  const person = { firstname: "Àdé", lastname: "Obi", dob: "04 October 1990", phone: "08031234567" };
  const accountNoOf = ({ data }: { readonly data: Data | null }) => data?.accountNo ?? "";

  describe("createClientFromDetails", () => {
    const create = (body: object) => post("/clientdetails/create", body);

    it("answers 00 with the client as it was given and an account number", async () => {
      const { status, data } = await create({ ...person, middlename: "Ngozi", address: "1 Marina", gender: "Female" });
      expect(status).to.equal("00");
      const { accountNo, ...rest } = data ?? {};
      expect(accountNumber(Number(accountNo?.slice(0, 9)))).to.equal(accountNo);
      expect(rest).to.deep.equal({
        firstname: "Àdé",
        middlename: "Ngozi",
        lastname: "Obi",
        bvn: "",
        phone: "08031234567",
        dob: "04-Oct-1990",
      });
    });

    it("answers 102 to a BVN that the registry has not, and 103 to another date of birth", async () => {
      expect((await create({ ...person, bvn: unknownBvn })).status).to.equal("102");
      expect((await create({ ...person, bvn: ada.bvn })).status).to.equal("103");
      expect((await create({ ...person, ...ada })).status).to.equal("00");
    });

    for (const [holder, detail] of [
      ["BVN", ada],
      ["phone", {}],
    ] as const)
      it(`answers 99 to a ${holder} that has an account in this wallet and names it, once even when asked 30 times at once`, async () => {
        const answers = await Promise.all(Array.from({ length: 30 }, () => create({ ...person, ...detail })));
        const opened = answers.filter(({ status }) => status === "00");
        expect(opened).to.have.length(1);
        const first = opened.map(accountNoOf)[0] ?? "";
        for (const answer of answers.filter((one) => !opened.includes(one))) {
          expect(answer.status).to.equal("99");
          expect(answer.message).to.include(holder).and.include(first);
          expect(answer.data).to.deep.equal(opened[0]?.data);
        }
      });

    it("takes a phone in its three forms for one, beside one with a BVN, and again in another wallet", async () => {
      const first = accountNoOf(await create(person));
      for (const phone of ["2348031234567", "+2348031234567", "08031234567"])
        expect(await create({ ...person, firstname: "Bola", phone })).to.deep.include({ status: "99" });
      expect((await create({ ...person, phone: "08031234568", bvn: "", gender: "", middlename: "" })).status).to.equal(
        "00",
      );
      expect((await create({ ...person, ...ada })).status).to.equal("00");
      wallet = await server.aWallet();
      expect(accountNoOf(await create(person))).to.not.be.oneOf(["", first]);
    });

    it("cuts a name of three long parts where answers end", async () => {
      const [firstname, middlename, lastname] = ["A".repeat(60), "B".repeat(60), "C".repeat(60)];
      const { data } = await create({ ...person, firstname, middlename, lastname });
      const { data: named } = await get("/inward/nameenquiry", { accountNo: data?.accountNo ?? "" });
      expect(named?.accountName).to.have.length(100);
    });

    it("answers 103 to a birthday that is still to come", async () => {
      expect(await create({ ...person, dob: "04 October 2099" })).to.deep.include({ status: "103", data: null });
    });

    for (const dob of ["31 April 1990", "29 February 2023", "00 May 1990", "04 Octember 1990", "04 October 2999"])
      it(`answers 400 to the birthday ${dob}`, async () => {
        const body = { ...person, dob };
        expectInvalid(await server.send("POST", "/api/v1/clientdetails/create", { as: wallet, body }), "/body/dob");
      });
  });

  describe("createClientFromBvn", () => {
    const create = (bvn: string, dateOfBirth?: string) =>
      server.ask<Data | null>("POST", "/client/create", { as: wallet, query: { bvn, dateOfBirth } });

    it("answers 00 with what the registry says", async () => {
      const { status, data } = await create(ada.bvn, "1 Jan 1960");
      expect(status).to.equal("00");
      expect(data).to.include({ firstname: "Ada", middlename: "Ngozi", lastname: "Obi", dob: "01-Jan-1960" });
    });

    it("answers 102, 103, and 99 the second time", async () => {
      expect((await create(unknownBvn, ada.dob)).status).to.equal("102");
      expect((await create(ada.bvn, bola.dob)).status).to.equal("103");
      expect((await create(ada.bvn, ada.dob)).status).to.equal("00");
      const again = await create(ada.bvn);
      expect(again.status).to.equal("99");
      expect(again.message).to.include(again.data?.accountNo);
    });

    for (const dateOfBirth of [undefined, ""])
      it(`takes a BVN alone${dateOfBirth === undefined ? "" : ", beside an empty date"}`, async () => {
        expect((await create(unknownBvn, dateOfBirth)).status).to.equal("102");
        const { status, data } = await create(ada.bvn, dateOfBirth);
        expect(status).to.equal("00");
        expect(data).to.include({ firstname: "Ada", dob: "01-Jan-1960" });
      });

    it("opens an account for the same person in another wallet", async () => {
      expect((await create(ada.bvn, ada.dob)).status).to.equal("00");
      wallet = await server.aWallet();
      expect((await create(ada.bvn, ada.dob)).status).to.equal("00");
    });
  });

  describe("createCorporateClient", () => {
    const company = { companyName: "Acme Foods", incorporationDate: "01 March 2015", bvn: ada.bvn };
    const create = (body: object) => post("/corporateclient/create", { ...company, ...body });

    it("answers 00 with an account, 99 for the same company in other letters, 102 for its director", async () => {
      const { status, data } = await create({ rcNumber: "RC1234567" });
      expect({ status, name: data?.accountName }).to.deep.equal({ status: "00", name: "Acme Foods" });
      const again = await create({ rcNumber: "rc1234567" });
      expect(again).to.deep.include({ status: "99", data });
      expect(again.message).to.include(data?.accountNo);
      expect((await create({ rcNumber: "RC7654321", bvn: unknownBvn })).status).to.equal("102");
    });

    it("takes the same director for many companies, and as a person", async () => {
      expect((await create({ rcNumber: "RC0000001" })).status).to.equal("00");
      expect((await create({ rcNumber: "RC0000002" })).status).to.equal("00");
      expect((await post("/clientdetails/create", { ...person, ...ada })).status).to.equal("00");
    });
  });

  describe("lookUpBvn", () => {
    it("answers 00 with the registry's record, and 102", async () => {
      const { status, data } = await get("/client", { bvn: ada.bvn });
      expect(status).to.equal("00");
      expect(data).to.include({ firstName: "Ada", lastName: "Obi", dateOfBirth: "01-Jan-1960", pixBase64: "" });
      expect(await get("/client", { bvn: unknownBvn })).to.deep.include({ status: "102", data: null });
    });
  });

  describe("lookUpAccount", () => {
    it("answers 00 with the holder of an account of the wallet", async () => {
      const { data } = await post("/clientdetails/create", { ...person, ...ada });
      const { status, data: holder } = await get("/client/account", { accountNo: data?.accountNo ?? "" });
      expect(status).to.equal("00");
      expect(holder).to.include({ firstName: "Àdé", bvn: ada.bvn, dateOfBirth: "01-Jan-1960", phoneNo: person.phone });
    });

    it("gives a company's name in the first field", async () => {
      const company = { companyName: "Acme Foods", incorporationDate: "01 March 2015", bvn: ada.bvn };
      const { data } = await post("/corporateclient/create", { ...company, rcNumber: "RC7654" });
      const { data: holder } = await get("/client/account", { accountNo: data?.accountNo ?? "" });
      expect(holder).to.include({ firstName: "Acme Foods", lastName: "", dateOfBirth: "01-Mar-2015" });
    });

    it("answers a name at another bank, 104 for no such account here or there, 01 for no such bank", async () => {
      const at = async (accountNo: string, bank: string) => await get("/client/account", { accountNo, bank });
      expect((await at("0000000002", otherBank)).data).to.include({ firstName: "Dele", lastName: "Balogun", bvn: "" });
      expect((await at("9000000000", otherBank)).status).to.equal("104");
      expect((await get("/client/account", { accountNo: "0000000000" })).status).to.equal("104");
      expect((await at("0000000002", "000001")).status).to.equal("01");
    });
  });

  describe("enquireName", () => {
    it("answers 00 with the name of an account of this bank, and 01", async () => {
      const { account } = await server.anAccount(wallet);
      const { accountNo } = account;
      expect(await get("/inward/nameenquiry", { accountNo, page: "3" })).to.deep.include({
        status: "00",
        data: { accountNo, accountName: "Ada Obi", bankCode: "999999" },
      });
      expect((await get("/inward/nameenquiry", { accountNo: "0000000000" })).status).to.equal("01");
    });
  });

  describe("getTransferRecipient", () => {
    const recipient = (accountNo: string, bank: string, type: string) =>
      server.ask<Record<string, unknown> | null>("GET", "/transfer/recipient", {
        as: wallet,
        query: { accountNo, bank, transfer_type: type },
      });

    it("answers 00 with the beneficiary, here and at another bank", async () => {
      const { account, client } = await server.anAccount(wallet);
      const here = await recipient(account.accountNo, "999999", "intra");
      expect(here).to.deep.include({
        status: "00",
        data: {
          name: "Ada Obi",
          clientId: client.id,
          bvn: "",
          account: { number: account.accountNo, id: account.savingsId },
          status: "active",
          currency: "NGN",
          bank: "999999",
        },
      });
      expect((await recipient("0000000001", otherBank, "inter")).data).to.include({ name: "Chika Nwosu" });
    });

    it("tells the BVN of the wallet's own client, and of nobody else's", async () => {
      const { data } = await post("/clientdetails/create", { ...person, ...ada });
      const accountNo = data?.accountNo ?? "";
      expect((await recipient(accountNo, "999999", "intra")).data).to.include({ bvn: ada.bvn });
      wallet = await server.aWallet("Other");
      expect((await recipient(accountNo, "999999", "intra")).data).to.include({ bvn: "", name: "Àdé Obi" });
    });

    it("says that a one-time account is active until it is paid", async () => {
      const { accountNo } = await server.aOneTimeAccount(wallet);
      expect((await recipient(accountNo, "999999", "intra")).data).to.include({ name: "Shop", status: "active" });
      await server.credit(wallet, accountNo, 10_00n);
      expect((await recipient(accountNo, "999999", "intra")).data).to.include({ status: "inactive" });
    });

    it("answers 104 for no such account, and 01 for no such bank", async () => {
      expect((await recipient("0000000000", "999999", "intra")).status).to.equal("104");
      expect((await recipient("9000000000", otherBank, "inter")).status).to.equal("104");
      expect((await recipient("0000000001", "000001", "inter")).status).to.equal("01");
    });

    for (const [bank, type] of [
      ["999999", "inter"],
      [otherBank, "intra"],
    ] as const)
      it(`answers 400 to ${type} at ${bank}`, async () => {
        const query = { accountNo: "0000000001", bank, transfer_type: type };
        expectInvalid(await server.send("GET", "/api/v1/transfer/recipient", { as: wallet, query }), "/query/bank");
      });
  });

  describe("listBanks and listBillers", () => {
    it("answer 00 with every bank by name, numbered, and this bank among them", async () => {
      const { data } = await server.ask<{ bank: Record<string, unknown>[] }>("GET", "/bank", { as: wallet });
      const names = data.bank.map(({ name }) => String(name));
      expect(names).to.deep.equal(names.toSorted());
      expect(data.bank.map(({ id }) => id)).to.deep.equal(names.map((_, index) => index + 1));
      expect(data.bank.map(({ code }) => code)).to.include("999999");
      for (const { created } of data.bank) expect(created).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    });

    it("answer 00 with billers, of a category where one is named, and an empty list for none", async () => {
      const billers = (query = {}) =>
        server.ask<{ category: string }[]>("GET", "/billspaymentstore/billerlist", { as: wallet, query });
      const all = (await billers()).data;
      const some = (await billers({ categoryName: "Electricity" })).data;
      expect(some).to.deep.equal(all.filter(({ category }) => category === "Electricity"));
      expect(some.length).to.be.within(1, all.length - 1);
      expect(await billers({ categoryName: "None" })).to.deep.include({ status: "00", data: [] });
    });
  });
});
