import { expect } from "chai";
import { In } from "typeorm";
import { column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { testDatabase } from "#test/support/database.ts";

const letterEntity = declareEntity("letter", {
  sender: column.text.key,
  number: column.safeBigint.key.named("letter_number"),
  subject: column.text.nullable,
  pages: column.json<{ readonly text: string }[]>(),
  digest: column.bytes,
  day: column.date,
  sentAt: column.timestamp,
  tags: column.text.array,
  secret: column.text.with({ select: false }),
});

type Letter = Row<typeof letterEntity>;

const letterRecords = records(letterEntity, ["sender"]);

describe("records of an owner", () => {
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

  const lettersOf = (sender: string, manager = database.dataSource.manager) => letterRecords.of(manager, { sender });

  it("are what a repository gives, whether a repository or they have written them", async () => {
    const { manager } = database.dataSource;
    await lettersOf("ada").insert(letter(2 ** 52));
    await manager.insert(letterEntity, letter(2, { subject: null }));
    for (const number of [2 ** 52, 2]) {
      const expected = await manager.findOneByOrFail(letterEntity, { sender: "ada", number });
      for (const condition of [number, In([number])])
        expect({ ...(await lettersOf("ada").findOne({ number: condition })) }).to.deep.equal({ ...expected });
      expect(expected).to.include({ number }).and.not.to.have.property("secret");
    }
  });

  it("are found, changed and deleted by whoever owns them, and by nobody else", async () => {
    await lettersOf("ada").insert(letter(1));
    for (const number of [1, In([1])]) {
      expect(await lettersOf("eve").find({ where: { number } })).to.deep.equal([]);
      expect(await lettersOf("eve").findOne({ number })).to.equal(null);
      expect(await lettersOf("eve").count({ number })).to.equal(0);
      expect(await lettersOf("eve").update({ number }, { subject: "y" })).to.equal(0);
      expect(await lettersOf("eve").delete({ number })).to.equal(0);
    }
    expect(await lettersOf("ada").find()).to.have.length(1);
    await lettersOf("eve").insert(letter(1));
    expect(await lettersOf("eve").count()).to.equal(1);
  });

  it("are found by any of several conditions, each once, and by what is null", async () => {
    for (const number of [1, 2, 3])
      await lettersOf("ada").insert(letter(number, { subject: number === 2 ? null : "x" }));
    const numbers = async (sender: string, ...given: Parameters<ReturnType<typeof lettersOf>["findEither"]>) =>
      (await lettersOf(sender).findEither(...given)).map(({ number }) => number).toSorted();
    const either = [{ number: 1 }, { subject: "x" }];
    expect(await numbers("ada", {}, either)).to.deep.equal([1, 3]);
    expect(await numbers("eve", {}, either)).to.deep.equal([]);
    expect(await numbers("ada", { subject: null }, [])).to.deep.equal([2]);
    expect(await numbers("ada", { subject: "y" }, [])).to.deep.equal([]);
  });

  it("are changed and deleted where they are equal and nowhere else, and how much that was is said", async () => {
    const { manager } = database.dataSource;
    const letters = lettersOf("ada", manager);
    for (const number of [1, 2, 3]) await letters.insert(letter(number, { subject: number === 2 ? null : "x" }));
    expect(await letters.update({ subject: "x" }, { subject: null, pages: [] })).to.equal(2);
    expect(await letters.update({ number: 2 }, { subject: "y" })).to.equal(1);
    expect(await letters.update({ number: 4 }, { subject: "y" })).to.equal(0);
    const subjects = (await letters.find()).map(({ number, subject, pages }) => [number, subject, pages.length]);
    expect(subjects).to.have.deep.members([
      [1, null, 0],
      [2, "y", 1],
      [3, null, 0],
    ]);
    expect(await letters.delete({ number: In([1, 3]) })).to.equal(2);
    expect(await letters.delete({ number: 1 })).to.equal(0);
    expect(await letters.find()).to.have.length(1);
  });

  it("belong to the transaction whose manager they are given, and break constraints as repositories do", async () => {
    const taken = new Error("taken");
    const failure = await inTransaction(database, async ({ manager }) => {
      await lettersOf("ada", manager).insert(letter(1));
      await lettersOf("ada", manager)
        .insert(letter(1))
        .catch(onViolation("letter_pkey", () => taken));
    }).catch((error: unknown) => error);
    expect(failure).to.equal(taken);
    expect(await lettersOf("ada").find()).to.deep.equal([]);
  });

  it("are not deleted by a condition or an owner that is undefined", async () => {
    await lettersOf("ada").insert(letter(1));
    const nobody = undefined as unknown as string;
    const deletions = [
      () => lettersOf("ada").delete({ subject: nobody }),
      () => lettersOf(nobody).delete({ number: 1 }),
    ];
    for (const deletion of deletions)
      expect(await deletion().catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    expect(await lettersOf("ada").find()).to.have.length(1);
  });
});
