/**
 * What takes too long for every run: property tests with many cases, and whatever is called `*.deep.ts`. Other tests of files with
 * properties are left out. Paths below `test/` are run instead of all that, whole.
 *
 *     npm run test:deep
 *     npm run test:deep -- test/cli/supervised.deep.ts
 */
const { globSync, readFileSync } = require("node:fs");

// Workers inherit it; test/support/runs.ts reads it.
process.env.TEST_DEEP = "1";

const isPropertyTest = (file) =>
  /from "fast-check"|\bisDeep\b|\bdeepIt\b|\bnoneIsRefused\b|\bcrowdOf\b/.test(readFileSync(file, "utf8"));

const { folders, hasPaths } = require("./paths.cjs");

// Of the process whose workers run everything; runs that tests begin inherit it and are others.
process.env.TEST_ALL_DEEP_OF = hasPaths ? "" : String(process.pid);

const all = (kind) => globSync(folders.map((folder) => `${folder}/**/*.${kind}.ts`));

module.exports = {
  ...require("../.mocharc.cjs"),
  extension: ["test.ts", "deep.ts"],
  ...(!hasPaths && {
    spec: [...all("deep"), ...all("test").filter(isPropertyTest)],
  }),
};
