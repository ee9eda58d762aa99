import { expect } from "chai";
import { type GroupedEvent, groupingOf } from "#src/apis/observability/issues/grouping.ts";
import { compareReleases, regressesIn } from "#src/apis/observability/issues/releases.ts";
import { hourOf, joined, keptEvents, type Tally } from "#src/apis/observability/issues/tally.ts";
import { countUsers, joinedUsers, type UserSketch } from "#src/apis/observability/issues/users.ts";

const frame = (name: string, given: Record<string, unknown> = {}) => ({
  filename: "/srv/app/src/cart.ts",
  function: name,
  lineno: 7,
  colno: 3,
  ...given,
});

const thrown = (frames: readonly Record<string, unknown>[], given: Record<string, unknown> = {}) => ({
  exception: { type: "TypeError", value: "no total", stacktrace: { frames: [...frames] }, ...given },
});

const groupOf = (event: Partial<GroupedEvent>) =>
  groupingOf({ level: 50, message: null, release: null, ...event }, false)?.fingerprint ?? null;

describe("the group of an event", () => {
  it("is decided by type, frames of the application and message, and by nothing else", () => {
    const event = thrown([frame("totalOf"), frame("render")]);
    const same = [
      thrown([frame("totalOf", { lineno: 99, colno: 1 }), frame("render")]),
      thrown([frame("totalOf", { filename: "C:\\other\\src\\cart.ts" }), frame("render")]),
      thrown([frame("totalOf"), frame("totalOf"), frame("render")]),
      thrown([frame("totalOf"), frame("read", { filename: "node:fs" }), frame("render")]),
      thrown([frame("totalOf"), frame("get", { filename: "/srv/node_modules/lib/index.js" }), frame("render")]),
      { ...event, level: 60, release: "shop@2", tags: { region: "eu" }, user: { id: 1 } },
    ];
    for (const other of same) expect(groupOf(other), JSON.stringify(other)).to.equal(groupOf(event));
    const others = [
      thrown([frame("totalOf")]),
      thrown([frame("render"), frame("totalOf")]),
      thrown([frame("totalOf", { filename: "basket.ts" }), frame("render")]),
      thrown([frame("totalOf"), frame("render")], { type: "RangeError" }),
      thrown([frame("totalOf"), frame("render")], { value: "no price" }),
    ];
    expect(new Set([event, ...others].map(groupOf)).size).to.equal(6);
  });

  it("is of the frames that are marked as the application's, where some are", () => {
    const marked = thrown([frame("lib", { in_app: false }), frame("totalOf", { in_app: true }), frame("main")]);
    expect(groupOf(marked)).to.equal(groupOf(thrown([frame("totalOf")])));
    const foreign = thrown([frame("lib", { in_app: false })]);
    expect(groupOf(foreign)).to.equal(groupOf(thrown([frame("lib")])));
  });

  it("does not know numbers and ids in messages", () => {
    const message = (text: string) => groupOf({ message: text });
    const same = [
      "Order 17 of user u_18273 failed after 3.5 s",
      "Order 99123 of user u_4 failed after 12.25 s",
      "Order 0198c1f2-7a51-7c3e-9b0d-2f6f0c1f8a11 of user 5f1d7a84db00 failed after 0.1 s",
    ];
    expect(new Set(same.map(message)).size).to.equal(1);
    expect(message("Order 17 of user u_18273 failed after a while")).to.not.equal(message(same[0] ?? ""));
  });

  it("is what the client says, where it says something", () => {
    const tagged = (event: Partial<GroupedEvent>) => groupOf({ ...event, tags: { fingerprint: "checkout" } });
    expect(tagged(thrown([frame("a")]))).to.equal(tagged({ message: "other", level: 20 }));
    expect(groupOf({ message: "other", tags: { fingerprint: 5 } })).to.not.equal(tagged({ message: "other" }));
  });

  it("is none for what is no problem", () => {
    expect(groupOf({ level: 40, message: "slow" })).to.equal(null);
    expect(groupOf({ level: 30, ...thrown([]) })).to.be.a("string");
    expect(groupOf({ level: 50, message: "wrong" })).to.be.a("string");
  });

  it("is of places within binaries for native crashes, wherever those were loaded", () => {
    const crash = (base: number) => ({
      nativeStacktrace: [
        {
          instruction_addr: `0x${(base + 0x128).toString(16)}`,
          image_addr: `0x${base.toString(16)}`,
          image_name: "Shop",
        },
      ],
    });
    expect(groupOf(crash(0x100a3c000))).to.equal(groupOf(crash(0x200000000)));
  });

  it("has the stack to the very line beside it, where symbols may say more", () => {
    const stackOf = (event: Partial<GroupedEvent>) =>
      groupingOf({ level: 50, message: null, release: "shop@1", ...event }, true)?.stack ?? null;
    const event = thrown([frame("t", { filename: "https://shop.example.org/app.min.js" })]);
    expect(stackOf(event))
      .to.be.a("string")
      .and.to.equal(stackOf({ ...event, user: { id: 7 } }));
    expect(stackOf({ ...event, release: "shop@2" })).to.not.equal(stackOf(event));
    expect(stackOf(thrown([frame("t", { colno: 4 })]))).to.not.equal(stackOf(thrown([frame("t")])));
    expect(stackOf({ ...event, tags: { fingerprint: "x" } })).to.equal(null);
  });

  it("is the same whether it was decided now or before", () => {
    const events = [1, 2, 3].flatMap((round) =>
      ["shop@1", "shop@2", undefined].flatMap((release) =>
        Array.from({ length: 12 }, (_, at) => {
          const { exception } = thrown([frame(`total${String.fromCharCode(65 + at)}`, { vars: { round } })]);
          return { level: 50, time: 0, exception, ...(release !== undefined && { release }) } as const;
        }),
      ),
    );
    const groupings = [...events, ...events].map((event) => {
      const { exception, release = null } = event;
      const again = { ...event, message: `${Math.random()}`, release, exception: { ...exception } };
      const grouping = groupingOf({ ...event, message: null, release }, release !== null);
      expect(groupingOf(again, release !== null)).to.deep.equal(grouping);
      return grouping;
    });
    expect(new Set(groupings.map((grouping) => grouping?.fingerprint)).size).to.equal(12);
    expect(new Set(groupings.map((grouping) => grouping?.stack)).size).to.equal(25);
  });

  it("names what it is, within bounds and without half characters", () => {
    const grouping = groupingOf(
      { level: 50, message: `${"x".repeat(199)}🎉 and more\nsecond line`, release: null },
      false,
    );
    expect(grouping?.title)
      .to.have.length(200)
      .and.to.satisfy((title: string) => title.isWellFormed());
    const { exception } = thrown([frame("totalOf")]);
    const named = groupingOf({ level: 50, message: null, release: null, exception }, false);
    expect(named).to.include({ title: "TypeError: no total", culprit: "totalOf (cart.ts)" });
  });
});

describe("releases", () => {
  it("are compared as Semantic Versioning says", () => {
    const rising = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0",
      "1.0.1",
      "1.10.0",
    ];
    for (const [index, later] of rising.slice(1).entries()) {
      expect(compareReleases(`shop@${rising[index]}`, `shop@${later}+42`), later).to.be.lessThan(0);
      expect(compareReleases(later, rising[index] ?? ""), later).to.be.greaterThan(0);
    }
    expect(compareReleases("v1.2", "1.2.0")).to.equal(0);
    expect(compareReleases("shop@1.0.0", "web@2.0.0")).to.equal(null);
    expect(compareReleases("9f86d081", "1.0.0")).to.equal(null);
  });

  it("regress where they are not known to be older", () => {
    expect(regressesIn("shop@1.9.0", "shop@1.10.0", [])).to.equal(false);
    expect(regressesIn("shop@1.10.0", "shop@1.10.0", ["shop@1.10.0"])).to.equal(true);
    expect(regressesIn("shop@2.0.0", "shop@1.10.0", [])).to.equal(true);
    expect(regressesIn("9f86d081", "5f1d7a84", ["9f86d081"])).to.equal(false);
    expect(regressesIn("a1b2c3d4", "5f1d7a84", ["9f86d081"])).to.equal(true);
  });
});

describe("users of an issue", () => {
  const hashes = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const grouping = groupingOf({ level: 50, message: "x", release: null, user: { id: `user ${from + at}` } }, false);
      return grouping?.user ?? 0;
    });
  const sketchOf = (all: readonly number[]) =>
    all.reduce<UserSketch>((sketch, user) => joinedUsers(sketch, [user]), []);

  it("are counted exactly while they are few", () => {
    expect(countUsers(sketchOf([...hashes(0, 128), ...hashes(0, 100)]))).to.equal(128);
  });

  it("are estimated beyond, however they came together", () => {
    for (const count of [200, 2_000, 30_000]) {
      const [one, other] = [hashes(0, count), hashes(count / 2, count)];
      const sketch = joinedUsers(joinedUsers([], one), joinedUsers([], other));
      expect(countUsers(sketch) / (1.5 * count), String(count)).to.be.within(0.88, 1.12);
      expect(joinedUsers(sketch, sketch)).to.equal(sketch);
    }
  });
});

describe("a tally", () => {
  const at = (ms: number, eventId: string): Tally => ({
    count: 1,
    firstSeen: ms,
    lastSeen: ms,
    hours: [[hourOf(ms), 1]],
    releases: [[`r${ms % 3}`, 1, ms, ms]],
    users: [ms % 5],
    events: [[ms, ms, eventId]],
  });

  it("is the same in whichever order it was put together", () => {
    const start = Date.UTC(2026, 10, 20);
    const parts = Array.from({ length: 150 }, (_, index) => at(start + index * 1_800_000, `e${index}`));
    const forwards = parts.reduce(joined);
    const backwards = parts.toReversed().reduce(joined);
    const halves = joined(parts.slice(0, 70).reduce(joined), parts.slice(70).reduce(joined));
    const sorted = (tally: Tally) => ({ ...tally, users: [...(tally.users as number[])].sort() });
    expect(sorted(backwards)).to.deep.equal(sorted(forwards));
    expect(sorted(halves)).to.deep.equal(sorted(forwards));
    expect(forwards).to.include({ count: 150, firstSeen: start });
    expect(forwards.events).to.have.length(keptEvents);
    expect(forwards.events[0]?.[2]).to.equal("e149");
  });
});
