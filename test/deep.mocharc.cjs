/**
 * What takes too long for every run: property tests with many cases, and whatever is called `*.deep.ts`. Paths below `test/` are run instead
 * of all that, in full depth too.
 *
 *     npm run test:deep
 *     npm run test:deep -- test/cli/supervised.deep.ts
 */
const { globSync, readFileSync } = require("node:fs");

// Workers inherit it; test/support/runs.ts reads it.
process.env.TEST_DEEP = "1";

const isPropertyTest = (file) => /from "fast-check"|\bisDeep\b|\bnoneIsRefused\b/.test(readFileSync(file, "utf8"));

// Mocha would add the paths of its arguments to those of `spec`.
const hasPaths = process.argv.slice(2).some((argument) => /^(?!-)(.*\/)?test\//.test(argument));

module.exports = {
  ...require("../.mocharc.json"),
  extension: ["test.ts", "deep.ts"],
  ...(!hasPaths && {
    spec: [...globSync("test/**/*.deep.ts"), ...globSync("test/**/*.test.ts").filter(isPropertyTest)],
  }),
};
