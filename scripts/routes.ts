/**
 * Lists the operations of the APIs: method and path, how a caller proves who they are, the file and line of the handler, and how
 * many tests name the operation.
 *
 *     npm run accord -- routes
 *     npm run accord -- routes wallet ordering      only these
 */
import { join, relative } from "node:path";
import { generated } from "#src/apis/generated.ts";
import { apiNames } from "#src/apis/index.ts";
import { type OpenApiDocument, operationsOf, type SecurityRequirement } from "#src/contract/document.ts";
import { table } from "#src/identity/commands/terminal.ts";
import { membersNamed, suitesNamed } from "./routes/source-index.ts";

const project = join(import.meta.dirname, "..");
// `accord routes` loads this file, and its own name stands before the arguments.
const named = process.argv.slice(import.meta.main ? 2 : 3);
const unknown = named.filter((name) => !(apiNames as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`There is no API ${unknown.join(", ")}. One of: ${apiNames.join(", ")}.`);
  process.exitCode = 1;
} else for (const name of apiNames) if (named.length === 0 || named.includes(name)) list(name);

function list(name: (typeof apiNames)[number]): void {
  const { document } = generated(name);
  const handlers = membersNamed(join(project, "src", "apis", name));
  const suites = suitesNamed(join(project, "test", "apis", name));
  const rows = [...operationsOf(document)].map(({ path, method, operation }) => {
    const handler = handlers.get(operation.operationId);
    const tests = suites.get(operation.operationId) ?? [];
    return {
      method: method.toUpperCase(),
      path,
      operation: operation.operationId,
      security: securityOf(document, operation.security),
      handler: placeOf(operation["x-accord-published"], handler),
      "tests beside the contract's":
        tests.length === 0 ? "contract only" : tests.map((file) => relative(project, file)).join(", "),
    };
  });
  console.log(`\n${name}: ${rows.length} operations\n`);
  console.log(table(rows, ""));
}

function securityOf(document: OpenApiDocument, security: readonly SecurityRequirement[] | undefined): string {
  const ways = (security ?? document.security ?? []).map((requirement) =>
    Object.entries(requirement)
      .map(([scheme, scopes]) => (scopes.length === 0 ? scheme : `${scheme}(${scopes.join(" ")})`))
      .join(" + "),
  );
  return ways.length === 0 ? "none" : ways.map((way) => way || "none").join(" or ");
}

function placeOf(published: string | undefined, handler: { file: string; line: number } | undefined): string {
  if (handler !== undefined) return `${relative(project, handler.file)}:${handler.line}`;
  return published === undefined ? "missing" : "the engine";
}
