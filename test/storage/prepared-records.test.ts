import { expect } from "chai";
import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import { preparedRecords } from "#src/storage/prepared-records.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { testDatabase } from "#test/support/database.ts";

interface Letter {
  sender: string;
  number: number;
  subject: string | null;
  pages: { readonly text: string }[];
  digest: Buffer;
  day: string;
  sentAt: Date;
  tags: string[];
  secret: string;
}

const letterEntity = new EntitySchema<Letter>({
  name: "Letter",
  tableName: "letter",
  columns: {
    sender: { type: "text", primary: true },
    number: { name: "letter_number", primary: true, ...safeBigint },
    subject: { type: "text", nullable: true },
    pages: { type: "json" },
    digest: { type: "bytea" },
    day: { type: "date" },
    sentAt: { name: "sent_at", type: "timestamptz" },
    tags: { type: "text", array: true },
    secret: { type: "text", select: false },
  },
});

const letters = preparedRecords(letterEntity);

describe("prepared records", () => {
  const database = testDatabase({ as: "owner", entities: [letterEntity], migrations: [] });
  before(async () => {
    await database.pool.query(
      `CREATE TABLE letter (sender text, letter_number bigint, subject text, pages json NOT NULL, digest bytea NOT NULL,
         day date NOT NULL, sent_at timestamptz NOT NULL, tags text[] NOT NULL, secret text NOT NULL,
         PRIMARY KEY (sender, letter_number))`,
    );
  });
  beforeEach(() => database.pool.query("DELETE FROM letter"));

  const letter = (number: number, changes: Partial<Letter> = {}): Letter => ({
    sender: "ada",
    number,
    subject: 'On "engines"',
    pages: [{ text: "It's $1" }],
    digest: Buffer.from([0, 255]),
    day: "2026-02-03",
    sentAt: new Date(1_790_000_000_123),
    tags: ["a", 'b"'],
    secret: "hidden",
    ...changes,
  });

  it("give what a repository gives, of what a repository or they have written", async () => {
    const { manager } = database.dataSource;
    await letters.insert(manager, letter(2 ** 52));
    await manager.insert(letterEntity, letter(2, { subject: null }));
    for (const number of [2 ** 52, 2]) {
      const expected = await manager.findOneByOrFail(letterEntity, { sender: "ada", number });
      expect(await letters.findOne(manager, { sender: "ada", number })).to.deep.equal({ ...expected });
      expect(expected).to.include({ number }).and.not.to.have.property("secret");
    }
  });

  it("find rows by any of several conditions, each row once, and by what is null", async () => {
    const { manager } = database.dataSource;
    for (const number of [1, 2, 3])
      await letters.insert(manager, letter(number, { subject: number === 2 ? null : "x" }));
    type Conditions = Parameters<typeof letters.find> extends [unknown, ...infer Rest] ? Rest : never;
    const numbers = async (...conditions: Conditions) =>
      (await letters.find(manager, ...conditions)).map(({ number }) => number).toSorted();
    expect(await numbers({ sender: "ada" }, { number: 1 }, { subject: "x" })).to.deep.equal([1, 3]);
    expect(await numbers({ sender: "eve" }, { number: 1 }, { subject: "x" })).to.deep.equal([]);
    expect(await numbers({ sender: "ada", subject: null })).to.deep.equal([2]);
    expect(await numbers({ sender: "ada", subject: "y" })).to.deep.equal([]);
    expect(await letters.findOne(manager, { sender: "eve", number: 1 })).to.equal(null);
  });

  it("change and delete what is equal and nothing else, and say how much that was", async () => {
    const { manager } = database.dataSource;
    for (const number of [1, 2, 3])
      await letters.insert(manager, letter(number, { subject: number === 2 ? null : "x" }));
    expect(await letters.update(manager, { subject: "x" }, { subject: null, pages: [] })).to.equal(2);
    expect(await letters.update(manager, { number: 2, subject: null }, { subject: "y" })).to.equal(1);
    expect(await letters.update(manager, { number: 4 }, { subject: "y" })).to.equal(0);
    const subjects = (await letters.find(manager, { sender: "ada" })).map(({ number, subject, pages }) => [
      number,
      subject,
      pages.length,
    ]);
    expect(subjects).to.have.deep.members([
      [1, null, 0],
      [2, "y", 1],
      [3, null, 0],
    ]);
    expect(await letters.delete(manager, { sender: "ada", subject: null })).to.equal(2);
    expect(await letters.delete(manager, { sender: "ada", subject: null })).to.equal(0);
    expect(await letters.find(manager, { sender: "ada" })).to.have.length(1);
  });

  it("belong to the transaction whose manager they are given, and break constraints as repositories do", async () => {
    const taken = new Error("taken");
    const failure = await inTransaction(database, async ({ manager }) => {
      await letters.insert(manager, letter(1));
      await letters.insert(manager, letter(1)).catch(onViolation("letter_pkey", () => taken));
    }).catch((error: unknown) => error);
    expect(failure).to.equal(taken);
    expect(await letters.find(database.dataSource.manager, { sender: "ada" })).to.deep.equal([]);
  });

  it("refuse a condition that would be true of everything", async () => {
    const { manager } = database.dataSource;
    await letters.insert(manager, letter(1));
    for (const nothing of [{}, { sender: undefined as unknown as string, number: 1 }]) {
      const failure = await letters.delete(manager, nothing).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(TypeError);
    }
    expect(await letters.find(manager, { sender: "ada" })).to.have.length(1);
  });
});
