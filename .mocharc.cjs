/** What `npm test` runs. */
const { folders, hasPaths } = require("./test/paths.cjs");

module.exports = {
  extension: ["test.ts"],
  require: ["test/support/setup.ts"],
  parallel: true,
  jobs: 4,
  timeout: 300_000,
  recursive: true,
  ...(!hasPaths && { spec: folders.map((folder) => `${folder}/**/*.test.ts`) }),
};
