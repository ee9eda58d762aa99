import { expect } from "chai";
import { readTaxonomy } from "#src/apis/insurance/catalog/taxonomy.ts";
import { sandboxInsurers } from "#src/sandbox/insurers/catalog.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

describe("the taxonomy", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it("has every class, category and product type that the sandbox insurers sell, each under its parent", async () => {
    const { classes, categories, productTypes } = await readTaxonomy(database.pool);
    for (const { line } of sandboxInsurers.flatMap(({ products }) => products)) {
      expect(classes.map(({ code }) => code)).to.include(line.classCode);
      expect(categories.find(({ code }) => code === line.category)?.parentCode).to.equal(line.classCode);
      expect(productTypes.find(({ code }) => code === line.productType)?.parentCode).to.equal(line.category);
    }
  });

  it("serves no inactive node, nor one below it", async () => {
    const codes = async () =>
      Object.values(await readTaxonomy(database.pool)).flatMap((nodes: readonly { code: string }[]) =>
        nodes.map(({ code }) => code),
      );
    const hidden = ["MICRO", "CROP", "CROP_YIELD", "MARINE", "MARINE_CARGO", "TRAVEL_ANNUAL"];
    expect(await codes()).not.to.include.oneOf(hidden);
    await database.pool.query("UPDATE taxonomy_nodes SET active = true");
    expect(await codes()).to.include.members(hidden);
    await database.pool.query("UPDATE taxonomy_nodes SET active = false WHERE code = 'GENERAL'");
    expect(await codes()).to.have.members([
      ...["MICRO", "CROP", "CROP_YIELD"],
      ...["LIFE_AND_HEALTH", "ACCIDENT", "PERSONAL_ACCIDENT", "HEALTH", "HEALTH_INDIVIDUAL"],
    ]);
  });

  it("sorts by parent, then sort order, then code", async () => {
    await database.pool.query(
      `INSERT INTO taxonomy_nodes (level, code, name, parent_code, sort_order) VALUES
         ('category', 'ZOO', 'Animals', 'GENERAL', 5), ('category', 'ART', 'Art', 'GENERAL', 40),
         ('class', 'ANY', 'Any', NULL, 15), ('category', 'LAST', 'Last', 'ANY', 99)`,
    );
    const { classes, categories } = await readTaxonomy(database.pool);
    expect(classes.map(({ code }) => code)).to.deep.equal(["GENERAL", "ANY", "LIFE_AND_HEALTH"]);
    expect(categories.map(({ code }) => code)).to.deep.equal([
      "LAST",
      ...["ZOO", "DEVICE", "HOME", "MOTOR", "ART", "TRAVEL"],
      ...["ACCIDENT", "HEALTH"],
    ]);
  });

  it("tells of a node exactly these four things", async () => {
    const { classes, productTypes } = await readTaxonomy(database.pool);
    expect(classes[0]).to.deep.equal({ code: "GENERAL", name: "General insurance", parentCode: null, sortOrder: 10 });
    expect(productTypes.find(({ code }) => code === "MOTOR_THIRD_PARTY")).to.deep.equal({
      code: "MOTOR_THIRD_PARTY",
      name: "Motor, third party",
      parentCode: "MOTOR",
      sortOrder: 10,
    });
  });
});
