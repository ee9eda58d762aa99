import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { AnswerTurns } from "#src/apis/observability/handlers/answer-turns.ts";
import { Problem } from "#src/http/problem.ts";

const forever = new AbortController().signal;

describe("turns of long answers", () => {
  /** Asks for an answer of each name, and notes when it is made. */
  function asking(turns = new AnswerTurns()) {
    const made: string[] = [];
    const ask = (tenant: string, name = tenant, signal = forever) =>
      turns.take(tenant, signal, async () => {
        made.push(name);
        return Readable.from([name]);
      });
    return { turns, made, ask };
  }

  const all = ["a0", "a1"];
  const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

  it("are two of a tenant at once, and the next one's when one has been read or is given up", async () => {
    const { made, ask } = asking();
    const first = await Promise.all(all.map((name) => ask("a", name)));
    const later = ["next", "last"].map((name) => ask("a", name));
    await ask("b");
    expect(made).to.deep.equal([...all, "b"]);
    expect(await text(first[0] as Readable)).to.equal("a0");
    await later[0];
    first[1]?.destroy();
    await later[1];
    expect(made.slice(all.length + 1)).to.deep.equal(["next", "last"]);
  });

  it("pass on when an answer cannot be made, or breaks while it is written", async () => {
    const { turns, made, ask } = asking();
    const broken = new Error("broken");
    for (let time = 0; time <= all.length; time++) {
      expect(await failure(turns.take("a", forever, () => Promise.reject(broken)))).to.equal(broken);
      const breaking = await turns.take("a", forever, async () =>
        Readable.from(
          (async function* () {
            yield "half";
            throw broken;
          })(),
        ),
      );
      expect(await failure(text(breaking))).to.equal(broken);
    }
    await ask("a");
    expect(made).to.deep.equal(["a"]);
  });

  it("are not waited for by who has gone, by more than 32 of a tenant, nor for too long", async () => {
    const { made, ask } = asking();
    const held = await Promise.all(all.map((name) => ask("a", name)));
    const patience = new AbortController();
    const leaving = Array.from({ length: 32 }, () => failure(ask("a", "late", patience.signal)));
    const refused = await failure(ask("a", "one too many"));
    expect(refused).to.be.instanceOf(Problem).with.property("code", "OVERLOADED");
    const gone = new Error("gone");
    patience.abort(gone);
    expect(new Set(await Promise.all(leaving))).to.deep.equal(new Set([gone]));
    held[0]?.destroy();
    await ask("a", "next");
    expect(made).to.deep.equal([...all, "next"]);

    const hasty = asking(new AnswerTurns(1));
    await Promise.all(all.map((name) => hasty.ask("a", name)));
    expect(await failure(hasty.ask("a")))
      .to.be.instanceOf(Problem)
      .with.property("status", 503);
  });
});
