/** What `npm test` runs. */
const { globSync } = require("node:fs");
const { folders, hasPaths } = require("./test/paths.cjs");

// Begun last, it would be what all other workers wait for.
const longest = "test/contract/documents.test.ts";
const all = () => globSync(folders.map((folder) => `${folder}/**/*.test.ts`)).toSorted();

module.exports = {
  extension: ["test.ts"],
  require: ["test/support/setup.ts"],
  parallel: true,
  jobs: 4,
  timeout: 300_000,
  recursive: true,
  ...(!hasPaths && { spec: [longest, ...all().filter((file) => file !== longest)] }),
};
