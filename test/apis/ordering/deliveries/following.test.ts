import type { Readable } from "node:stream";
import { expect } from "chai";
import type { Pool } from "pg";
import { advanceDelivery, deliveryOf } from "#src/apis/ordering/deliveries/deliveries.ts";
import { Following, type FollowingOptions } from "#src/apis/ordering/deliveries/following.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";
import { withMethods } from "#test/support/with-methods.ts";

describe("streams of deliveries in a process", () => {
  const server = sharedOrderingServer();
  const made: Following[] = [];
  const following = (options: Partial<FollowingOptions> = {}) => {
    const one = new Following({ pool: server.database.pool, log: silent, lookEveryMs: 20, ...options });
    made.push(one);
    return one;
  };
  afterEach(() => {
    for (const one of made.splice(0)) one.end();
  });

  const aMovingDelivery = async () => {
    const { customerId, deliveryId } = await server.aDelivery("PENDING");
    return await deliveryOf(server.database.dataSource.manager, customerId, deliveryId);
  };
  const heard = (body: Readable) => {
    const stream = { text: "", isOver: false };
    body.setEncoding("utf8").on("data", (text: string) => {
      stream.text += text;
    });
    body.once("end", () => {
      stream.isOver = true;
    });
    return stream;
  };
  /** Counts what is asked through it. */
  const counting = () => {
    const asked = { count: 0, fails: false };
    const pool = withMethods(server.database.pool, {
      query: (...args: Parameters<Pool["query"]>) => {
        if (JSON.stringify(args).includes("FROM deliveries")) asked.count++;
        if (asked.fails) return Promise.reject(new Error("the database is away"));
        return server.database.pool.query(...args);
      },
    });
    return { asked, pool };
  };

  it("are served by one query, however many there are, and by none when there are none", async () => {
    const { asked, pool } = counting();
    const one = following({ pool, most: 200, perCustomer: 200 });
    const deliveries = [await aMovingDelivery(), await aMovingDelivery()];
    const bodies = Array.from({ length: 100 }, (_, index) => {
      const delivery = deliveries[index % 2];
      if (delivery === undefined) throw new Error("two deliveries");
      return one.follow(delivery, 0);
    });
    const streams = bodies.map(heard);
    await until(() => asked.count >= 2);
    const [first, second] = deliveries;
    await advanceDelivery(server.database, first?.deliveryId ?? "", "DELIVERED", new Date());
    await until(() => streams.filter(({ isOver }) => isOver).length === 50);
    expect(one.count).to.equal(50);
    const before = asked.count;
    await until(() => asked.count >= before + 3);
    await advanceDelivery(server.database, second?.deliveryId ?? "", "CANCELLED", new Date());
    await until(() => one.count === 0);
    const after = asked.count;
    // One that was under way when the last stream ended.
    const again = one.follow(await aMovingDelivery(), 0);
    expect(asked.count).to.be.at.most(after + 1);
    again.destroy();
  });

  it("get signs of life, outlast a database that is away, and end after their time", async () => {
    const { asked, pool } = counting();
    const warned: unknown[] = [];
    const one = following({
      pool,
      heartbeatMs: 50,
      log: { warn: (fields: object) => void warned.push(fields) } as never,
    });
    const delivery = await aMovingDelivery();
    const stream = heard(one.follow(delivery, 0));
    asked.fails = true;
    await until(() => warned.length >= 2 && (stream.text.match(/^:$/gm)?.length ?? 0) >= 2);
    asked.fails = false;
    await advanceDelivery(server.database, delivery.deliveryId, undefined, new Date());
    await until(() => stream.text.includes("ASSIGNED"));
    expect(stream.isOver).to.equal(false);
    const short = heard(following({ longestMs: 100 }).follow(delivery, 0));
    await until(() => short.isOver);
  });

  it("are bounded for the process, and end when it stops", async () => {
    const one = following({ most: 2, perCustomer: 9 });
    const [delivery, other] = [await aMovingDelivery(), await aMovingDelivery()];
    const streams = [heard(one.follow(delivery, 0)), heard(one.follow(delivery, 0))];
    expect(() => one.follow(other, 0))
      .to.throw()
      .with.property("code", "OVERLOADED");
    one.end();
    await until(() => streams.every(({ isOver }) => isOver));
    await until(() => one.count === 0);
    expect(() => one.follow(other, 0))
      .to.throw()
      .with.property("code", "OVERLOADED");
  });
});
