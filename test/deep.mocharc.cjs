/**
 * What takes too long for every run: property tests with many cases, and Dredd (`*.deep.ts`).
 *
 *     npm run test:deep
 */
const { globSync, readFileSync } = require("node:fs");

// Workers inherit it; test/support/runs.ts reads it.
process.env.TEST_DEEP = "1";

const isPropertyTest = (file) => /from "fast-check"/.test(readFileSync(file, "utf8"));

module.exports = {
  ...require("../.mocharc.json"),
  extension: ["ts"],
  spec: [...globSync("test/**/*.deep.ts"), ...globSync("test/**/*.test.ts").filter(isPropertyTest)],
};
