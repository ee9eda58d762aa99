import { expect } from "chai";
import type { TestDatabase } from "#test/support/database.ts";
import type { Kind } from "./senders.ts";

/** What is stored of the project is exactly this: nothing is missing, and nothing is there twice. */
export async function expectStoredOnce(
  { pool }: TestDatabase,
  kind: Kind,
  projectId: string,
  names: readonly string[],
): Promise<void> {
  const stored = await kind.stored(pool, projectId);
  const distinct = new Set(stored);
  expect(
    names.filter((name) => !distinct.has(name)),
    "acknowledged and not stored",
  ).to.deep.equal([]);
  expect(stored.length - distinct.size, "stored twice").to.equal(0);
  expect(distinct.size, "stored in all").to.equal(new Set(names).size);
}
