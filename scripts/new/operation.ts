/** A new operation of an API: its part of the document, its handler, its test and its place in the contract plan. */
import { httpMethods } from "#src/contract/document.ts";
import { type Changes, Refusal } from "./changes.ts";
import { camelCase, kebabCase, sentenceCase } from "./names.ts";
import { operationDocument } from "./operation-document.ts";
import { withHandler, withImport, withProperty } from "./source.ts";
import { SpecFolder } from "./spec-folder.ts";

export interface NewOperation {
  readonly api: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag?: string;
  /** False for a post, put or patch that takes nothing. */
  readonly body: boolean;
}

/** What an operation's own code decides. The rest is the engine's, and proven in the contract plan. */
const decided = new Set([200, 201, 202, 204, 400, 403, 404, 409, 422]);

/** Returns what to do next. Throws Refusal. */
export function newOperation(changes: Changes, wanted: NewOperation): readonly string[] {
  const { api, operationId, method, path } = wanted;
  const spec = admitted(changes, wanted);
  const tag = wanted.tag ?? spec.tagBeside(path) ?? tagFor(path);
  const takesBody = wanted.body && ["post", "put", "patch"].includes(method);
  const document = operationDocument(spec, { ...wanted, tag, takesBody });
  document.write(changes);
  const handlerFile = writeHandler(changes, api, operationId, tag);
  const testFile = `test/apis/${api}/operations/${testName(changes, api, operationId)}.test.ts`;
  changes.create(testFile, testOf(operationId, document.statuses, testFile));
  const plan = writePlan(changes, api, operationId, document.statuses);
  return [
    `${operationId} has the tag ${tag}. What is marked "To be written" fails until it is:`,
    `  1. the document: ${document.file} and ${document.schemas}; npm run check -- documents names what is left`,
    `  2. npm run generate`,
    `  3. the handler: ${handlerFile}; what the compiler asks for is what the document says`,
    `  4. its tests: ${testFile} and ${plan}; npm test -- test/apis/${api}/operations, npm test -- test/contract/documents.test.ts`,
  ];
}

function admitted(changes: Changes, { api, operationId, method, path }: NewOperation): SpecFolder {
  const apis = changes.list("src/apis").filter((name) => changes.exists(`specs/${name}/openapi.yaml`));
  if (!apis.includes(api))
    throw new Refusal(`There is no API "${api}". One of: ${apis.join(", ")}; or a new one: npm run new -- api ${api}`);
  if (!/^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/.test(operationId) || operationId.length > 64)
    throw new Refusal(`"${operationId}" cannot name an operation: a verb and what it is about, such as listReviews.`);
  if (!(httpMethods as readonly string[]).includes(method))
    throw new Refusal(`"${method}" is not a method. One of: ${httpMethods.join(", ")}.`);
  if (!/^(\/([A-Za-z0-9._~-]+|\{[a-z][A-Za-z0-9]*\}))+$/.test(path))
    throw new Refusal(
      `"${path}" is not a path: /v1/products/{id}/reviews is one; quote it, so that the shell leaves it.`,
    );
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (new Set(names).size < names.length) throw new Refusal(`${path} has two parameters of one name.`);
  const spec = new SpecFolder(changes, api);
  const taken = spec.operations.find((operation) => operation.operationId === operationId);
  if (taken !== undefined)
    throw new Refusal(`${operationId} is taken: ${taken.method.toUpperCase()} ${taken.path}. Choose another name.`);
  const shape = (template: string) => template.replaceAll(/\{\w+\}/g, "{}");
  for (const other of spec.operations) {
    if (other.path === path && other.method === method)
      throw new Refusal(`${method.toUpperCase()} ${path} is ${other.operationId} already.`);
    if (other.path !== path && shape(other.path) === shape(path))
      throw new Refusal(
        `${path} cannot be told from ${other.path}, of ${other.operationId}. Name its parameters the same.`,
      );
  }
  return spec;
}

/** The last part of the path that has a name. */
function tagFor(path: string): string {
  const named = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return sentenceCase(named.at(-1) ?? "");
}

function writeHandler(changes: Changes, api: string, operationId: string, tag: string): string {
  const folder = `src/apis/${api}/handlers`;
  const unwritten = (file: string) => `async ${operationId}() {
    throw new Error("${operationId} is to be written: ${file}");
  }`;
  for (const name of changes.list(folder)) {
    const file = `${folder}/${name}`;
    const text = withHandler(changes.read(file), tag, unwritten(file));
    if (text === null) continue;
    changes.change(file, () => text);
    return file;
  }
  const file = `${folder}/${kebabCase(tag)}.ts`;
  const name = `${camelCase(tag)}Handlers`;
  changes.create(
    file,
    `import type { HandlersOf } from "../callers.ts";

export function ${name}(): HandlersOf<${JSON.stringify(tag)}> {
  return {
    ${unwritten(file)},
  };
}
`,
  );
  const module = `src/apis/${api}/api.ts`;
  changes.change(module, (text) => {
    const bound = withProperty(text, "handlers", `...${name}()`);
    if (bound === null) throw new Refusal(`${module} has no "handlers: {…}" to add ${name} to.`);
    return withImport(bound, `import { ${name} } from "./handlers/${kebabCase(tag)}.ts";`);
  });
  return file;
}

/** The form that the tests beside it have. */
function testName(changes: Changes, api: string, operationId: string): string {
  const kebab = changes.list(`test/apis/${api}/operations`).some((name) => /^[a-z]+-[a-z-]+\.test\.ts$/.test(name));
  return kebab ? kebabCase(operationId) : operationId;
}

function testOf(operationId: string, statuses: readonly number[], file: string): string {
  const parts = statuses
    .filter((status) => decided.has(status))
    .map(
      (status) => `
  describe("${status}", () => {
    it("is to be written", () => {
      throw new Error("To be written: what ${operationId} answers with ${status}, in ${file}");
    });
  });
`,
    );
  return `describe("${operationId}", () => {${parts.join("")}});\n`;
}

function writePlan(changes: Changes, api: string, operationId: string, statuses: readonly number[]): string {
  const file = `test/apis/${api}/contract-plan.ts`;
  if (!changes.exists(file)) throw new Refusal(`${file} is missing: it says how each operation gets to its statuses.`);
  changes.change(file, (text) => {
    const entry = `${operationId}: toBeWritten("${operationId} in ${file}", [${statuses.join(", ")}])`;
    const planned = withProperty(text, "bring", entry);
    if (planned === null) throw new Refusal(`${file} has no "bring: {…}" to add ${operationId} to.`);
    if (text.includes("toBeWritten")) return planned;
    return withImport(planned, 'import { toBeWritten } from "../../../scripts/contract-runner/to-be-written.ts";');
  });
  return file;
}
