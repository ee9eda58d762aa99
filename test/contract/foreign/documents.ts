/** Documents that other people wrote and that come with the packages we build with. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { httpMethods, type OpenApiDocument, type PathItemObject } from "#src/contract/document.ts";
import { bindLoosely, echo } from "../support/serve.ts";

const require = createRequire(import.meta.url);

/** A test document of fastify-openapi-glue. */
export function glueDocument(name: string): OpenApiDocument {
  return read(join(dirname(require.resolve("fastify-openapi-glue")), "test", name));
}

/** The description of a payment API with 355 operations, with which Redocly measures its linter. */
export function rebillyDocument(): OpenApiDocument {
  const openapiTypescript = dirname(require.resolve("openapi-typescript/package.json"));
  const core = dirname(
    createRequire(join(openapiTypescript, "package.json")).resolve("@redocly/openapi-core/package.json"),
  );
  return read(join(core, "src/benchmark/benches/rebilly.yaml"));
}

function read(path: string): OpenApiDocument {
  return parse(readFileSync(path, "utf8")) as OpenApiDocument;
}

/** The document with one operation only. */
export function* singleOperations(
  document: OpenApiDocument,
): Generator<{ id: string; path: string; alone: OpenApiDocument }> {
  for (const [path, { parameters, ...item }] of Object.entries(document.paths) as [string, PathItemObject][])
    for (const method of httpMethods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const shared = parameters === undefined ? {} : { parameters };
      const alone = { ...document, paths: { [path]: { ...shared, [method]: operation } } };
      yield { id: operation.operationId ?? `${method} ${path}`, path, alone };
    }
}

/** Tries each operation by itself: what the engine can serve, and why it refuses the others. */
export function sift(document: OpenApiDocument): { served: OpenApiDocument; refused: Record<string, string> } {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const authenticators = Object.fromEntries(schemes.map((name) => [name, { authenticate: () => null }]));
  const refused: Record<string, string> = {};
  const paths: Record<string, object> = {};
  for (const { id, path, alone } of singleOperations(document)) {
    try {
      bindLoosely(alone, { handlers: { [id]: echo }, authenticators });
      paths[path] = { ...paths[path], ...alone.paths[path] };
    } catch (error) {
      refused[id] = (error as Error).message;
    }
  }
  return { served: { ...document, paths: paths as OpenApiDocument["paths"] }, refused };
}
