import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { runs } from "#test/support/runs.ts";
import type { Behaviour } from "./counting-insurer.ts";
import { Interleaving } from "./interleaving.ts";
import { Site } from "./processes.ts";

const hour = 3_600_000;

const behaviour = fc.constantFrom<Behaviour>(
  "answers",
  "answers",
  "refuses",
  "locks-out",
  "loses-request",
  "loses-answer",
  "outlives-caller",
  "fails",
  "is-spared",
);
const processNumber = fc.nat(1);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      process: processNumber,
      key: fc.option(fc.nat(2), { freq: 4 }),
      amount: fc.integer({ min: 1, max: 2 }),
      subject: fc.nat(1),
    }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("step" as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settle" as const), process: processNumber }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), process: processNumber }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("later" as const), ms: fc.constantFrom(6_000, 130_000) }) },
);

describe("however requests, settlements, crashes and failures of the insurer fall together", () => {
  const site = new Site();

  it("each subject is done at most once, everywhere alike, and what was answered stays true", async () => {
    const interleaving = await new Interleaving(site).begin();
    let stories = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 60, size: "max" }),
        fc.array(behaviour, { maxLength: 12 }),
        async (actions, script) => {
          const story = `quote/aegis/${stories++}`;
          const keys = [randomUUID(), randomUUID(), randomUUID()];
          const eventsBefore = await site.events();
          site.insurer.script = [...script];
          for (const each of actions) {
            switch (each.kind) {
              case "ask": {
                const { key, amount, subject } = each;
                const given = { subject: `${story}-${subject}`, sale: { amount } };
                interleaving.ask(each.process, { ...given, key: key === null ? null : (keys[key] ?? null) });
                break;
              }
              case "settle":
                interleaving.settle(each.process);
                break;
              case "crash":
                await interleaving.crash(each.process);
                break;
              case "later":
                site.aheadMs += each.ms;
                break;
              case "step":
                await interleaving.step(each.pick);
            }
          }
          await interleaving.finish();

          // Nobody asks again; the insurer is well again.
          site.insurer.script = [];
          site.aheadMs += 2 * hour;
          interleaving.settle(0);
          await interleaving.finish();

          const sales: string[] = [];
          for (const subject of [`${story}-0`, `${story}-1`]) {
            const effects = [...site.insurer.done.values()].filter((effect) => effect.subject === subject);
            expect(effects.length, "effects at the insurer").to.be.at.most(1);
            expect(await site.sold(subject), "sales on record").to.deep.equal(effects.map(({ id }) => id));
            sales.push(...effects.map(({ id }) => id));
          }
          expect((await site.events()) - eventsBefore, "events").to.equal(sales.length);
          expect(await site.open(), "open requests").to.equal(0);

          const answers = interleaving.takeAnswers();
          for (const { body } of answers) expect(sales).to.include(body.id);
          const firsts = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
          expect(new Set(firsts).size, "sales answered as new").to.equal(firsts.length);
          for (const { key, body } of answers) {
            if (key === null) continue;
            const again = interleaving.ask(0, { key, subject: body.subject, sale: { amount: body.amount } });
            await interleaving.finish();
            expect(await again).to.deep.equal({ status: 200, replayed: true, body });
          }
          interleaving.takeAnswers();
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
