import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { isPassing } from "#src/storage/passing.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { type Process, Site } from "./processes.ts";

/** So that neither the insurer's answer nor the end of the try can be written down. */
describe("a request during whose call the database goes away", () => {
  const site = new Site();

  /** Asks with this key through a process that lives on, and fails. */
  async function fail(subject: string, key: string): Promise<Process> {
    const called = Promise.withResolvers<void>();
    const away = Promise.withResolvers<void>();
    let first = true;
    const process = await site.process({
      faultPoint: async (point) => {
        if (point !== "called" || !first) return;
        first = false;
        called.resolve();
        await away.promise;
      },
    });
    const asking = process.ask({ subject, key });
    await called.promise;
    const failure = await site.away(async () => {
      away.resolve();
      return await failureOf(asking);
    });
    expect(isPassing(failure), String(failure)).to.equal(true);
    return process;
  }

  async function expectSold(subject: string): Promise<void> {
    expect(await site.sold(subject)).to.have.length(1);
    expect(await site.open()).to.equal(0);
  }

  it("is not in the way of its repeat through the same process", async () => {
    const [subject, key] = ["quote/aegis/same", randomUUID()];
    const process = await fail(subject, key);
    expect((await process.ask({ subject, key })).status).to.equal(201);
    await expectSold(subject);
  });

  it("is not in the way of its repeat through another process", async () => {
    const [subject, key] = ["quote/aegis/other", randomUUID()];
    const process = await fail(subject, key);
    // Whatever else others see, it is alive.
    await process.dependencies.liveness.hold();
    const other = await site.process();
    expect((await other.ask({ subject, key })).status).to.equal(201);
    await expectSold(subject);
  });
});
