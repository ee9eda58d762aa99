/** Which folder may import which. `npm run check` enforces it. */
const storey = (path, allowed) => ({
  name: `${path}-imports`,
  severity: "error",
  from: { path: `^src/${path}/` },
  to: { path: "^src/", pathNot: [path, ...allowed].map((folder) => `^src/${folder}(/|\\.ts$)`) },
});

module.exports = {
  forbidden: [
    storey("http", []),
    storey("contract", ["http"]),
    storey("storage", ["http"]),
    storey("identity", ["storage", "http"]),
    storey("outside", ["storage", "http", "identity"]),
    storey("jobs", ["storage", "http"]),
    storey("webhooks", ["storage", "http", "jobs", "identity"]),
    {
      name: "apis-do-not-know-each-other",
      severity: "error",
      from: { path: "^src/apis/([^/]+)/" },
      to: { path: "^src/apis/(index\\.ts$|[^/]+/)", pathNot: "^src/apis/$1/" },
    },
    {
      name: "apis-do-not-know-the-server",
      severity: "error",
      from: { path: "^src/apis/" },
      to: { path: "^src/(server/|sandbox/|cli\\.ts)" },
    },
    {
      name: "packages-stand-alone",
      comment: "A package of this repository could be anybody's: it imports nothing of Accord.",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: { path: "^(src|test|scripts|bench|generated|packages)/", pathNot: "^packages/$1/" },
    },
    {
      name: "packages-by-their-exports",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^packages/", pathNot: "^packages/[^/]+/src/[^/]+/index\\.ts$" },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-development-packages",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "type-only"] },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
