import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

const apis = join(import.meta.dirname, "..", "..", "src", "apis");

/** A statement of our own: `query` is called, with type arguments or without. */
const runsSql = /\.query\s*(?:<[^()]*>)?\(/;
/** What such a file begins with: the reason why a repository cannot say it. */
const reason = /^\/\/ SQL: \S.*\.$/;

/** What is wrong with a file; null for nothing. */
function fault(source: string): string | null {
  const first = source.slice(0, source.indexOf("\n"));
  return runsSql.test(source) && !reason.test(first)
    ? "has SQL: use a repository, or say in the first line why none can: // SQL: <reason>."
    : null;
}

describe("SQL in an API", () => {
  it("stands in files whose first line says why no repository can say it", () => {
    const files = readdirSync(apis, { recursive: true, encoding: "utf8" })
      // Migrations are SQL by their nature.
      .filter((file) => file.endsWith(".ts") && !/(^|\/)migrations\//.test(file));
    expect(files.length).to.be.greaterThan(100);
    const faults = files.flatMap((file) => {
      const found = fault(readFileSync(join(apis, file), "utf8"));
      return found === null ? [] : [`src/apis/${file} ${found}`];
    });
    expect(faults).to.deep.equal([]);
  });

  it("is noticed in every form, and only there", () => {
    const statements = [
      'pool.query("SELECT 1");',
      "await on.query<{ id: string; at: Date }[]>(\n  `SELECT`",
      "x.query<Row>(sql)",
    ];
    for (const statement of statements) {
      expect(fault(`/** Rows. */\n${statement}\n`), statement).not.to.equal(null);
      expect(fault(`// SQL:\n${statement}\n`), statement).not.to.equal(null);
      expect(fault(`// SQL: a report.\n${statement}\n`), statement).to.equal(null);
    }
    for (const other of ["const { query } = request;", "async listOrders({ query }) {", "query.get(name)"]) {
      expect(fault(`${other}\n`), other).to.equal(null);
    }
  });
});
