import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { Problem } from "#src/http/problem.ts";
import { type Change, Ledger } from "#src/sandbox/insurers/ledger.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { aPurchaseCall, aQuoteCall, options, Sandbox } from "#test/builders/insurance/insurers.ts";
import { temporaryFolder } from "#test/support/folder.ts";

describe("what the sandbox insurers remember", () => {
  let folder: string;
  let journal: string;
  beforeEach(() => {
    folder = temporaryFolder();
    journal = join(folder, "sandbox", "journal.jsonl");
  });

  const write = (key: string, fingerprint = "a") => ({ insurerId: "aegis", key, fingerprint });
  const answering = (answer: unknown) => (): Change => ({ answer });

  it("survives a restart: policies, and the answers to keys", async () => {
    const first = new Sandbox();
    await first.start(journal);
    const asked = aPurchaseCall(await first.client("aegis").call("createQuote", aQuoteCall(), options));
    const purchase = await first.client("aegis").call("createPurchase", asked, options);
    await first.stop();

    const second = new Sandbox();
    await second.start(journal);
    const aegis = second.client("aegis");
    const path = { policyId: purchase.policy.policyId };
    expect(await aegis.call("getPolicy", { path }, options)).to.deep.equal(purchase.policy);
    expect(await aegis.call("createPurchase", asked, options)).to.deep.equal(purchase);
    await second.stop();
  });

  it("drops a line that a crash cut off, and writes on after the one before", async () => {
    const before = await Ledger.open(journal);
    await before.once(write("k1"), answering("one"));
    await before.close();
    await appendFile(journal, '{"insurerId":"aegis","key":"k2","ans');

    const after = await Ledger.open(journal);
    expect(await after.once(write("k2"), answering("two"))).to.deep.equal({ answer: "two", replayed: false });
    await after.close();
    const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).key)).to.deep.equal(["k1", "k2"]);
  });

  it("does not start over a damaged line, and says which", async () => {
    await (await Ledger.open(journal)).close();
    await writeFile(journal, '{"a":\n');
    const outcome = await Ledger.open(journal).catch((error) => error);
    expect(outcome).to.be.instanceOf(StartupError).with.property("message").that.includes(`Line 1 of ${journal}`);
  });

  it("does not remember refusals", async () => {
    const ledger = await Ledger.open(null);
    const refused = ledger.once(write("k"), () => {
      throw new Problem("BAD_REQUEST");
    });
    expect(await refused.catch(({ code }: Problem) => code)).to.equal("BAD_REQUEST");
    expect(await ledger.once(write("k"), answering("done"))).to.deep.equal({ answer: "done", replayed: false });
  });

  it("goes on after a write that failed", async () => {
    const ledger = await Ledger.open(null);
    const failing = ledger.once(write("k"), () => {
      throw new Error("broken");
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal("broken");
    expect(await ledger.once(write("k"), answering("done"))).to.deep.equal({ answer: "done", replayed: false });
  });

  it("does the work of a key once, whatever arrives in whatever order", async () => {
    const requests = fc.array(fc.tuple(fc.constantFrom("k1", "k2", "k3"), fc.constantFrom("a", "b")), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(requests, async (arriving) => {
        const ledger = await Ledger.open(null);
        const work = new Map<string, string[]>();
        const outcomes = await Promise.all(
          arriving.map(([key, fingerprint]) =>
            ledger.once(write(key, fingerprint), () => {
              work.set(key, [...(work.get(key) ?? []), fingerprint]);
              return { answer: fingerprint };
            }),
          ),
        );
        arriving.forEach(([key, fingerprint], index) => {
          const [winner, ...others] = work.get(key) ?? [];
          expect(others).to.deep.equal([]);
          const outcome = outcomes[index];
          if (winner !== fingerprint) expect(outcome).to.equal("conflict");
          else expect(outcome).to.have.property("answer", fingerprint);
        });
      }),
    );
  });
});
