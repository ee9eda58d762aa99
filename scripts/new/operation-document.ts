/** The part of the document that a new operation needs, in the way that its API has it already. */
import type { Changes } from "./changes.ts";
import { kebabCase, pascalCase } from "./names.ts";
import { type SpecFolder, withLines } from "./spec-folder.ts";

export interface OperationShape {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly takesBody: boolean;
}

export interface OperationDocument {
  /** Where the operation and its schemas are written. */
  readonly file: string;
  readonly schemas: string;
  readonly statuses: readonly number[];
  write(changes: Changes): void;
}

/** What `npm run check` looks for. */
const open = "To be written:";

/** What the shared answers are called, for an API that has none like it yet. */
const shared: Readonly<Record<number, string>> = {
  400: "InvalidParameter",
  401: "Unauthenticated",
  404: "NotFound",
  406: "NotAcceptable",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  429: "RateLimited",
  500: "InternalError",
  503: "Overloaded",
};

export function operationDocument(spec: SpecFolder, shape: OperationShape): OperationDocument {
  const { operationId, method, path, tag } = shape;
  const known = spec.placeOf(path);
  const key = known?.key ?? spec.freeKey(kebabCase(tag), path, operationId);
  const file = known?.file ?? `${spec.folder}/paths/${kebabCase(tag)}.yaml`;
  const schemas = `${spec.folder}/schemas/${kebabCase(tag)}.yaml`;
  const success = method === "post" ? 201 : method === "delete" ? 204 : 200;
  const statuses = [success, ...failures(spec, shape, success)];
  const text = operationText(spec, shape, statuses, schemas);
  return {
    file,
    schemas,
    statuses,
    write(changes) {
      if (known === null) {
        append(changes, file, `${key}:\n${indented(text, 1)}`);
        changes.change(`${spec.folder}/openapi.yaml`, (root) =>
          withLines(
            spec.tags.includes(tag) ? root : withLines(root, "tags", newTag(tag)),
            "paths",
            `  ${path}:\n    $ref: 'paths/${kebabCase(tag)}.yaml#/${key}'`,
          ),
        );
      } else changes.change(file, (paths) => withLines(paths, key, indented(text, 1)));
      const definitions = definitionsOf(shape, success);
      if (definitions !== "") append(changes, schemas, definitions);
    },
  };
}

function newTag(tag: string): string {
  return `  - name: ${tag}\n    description: '${open} what these operations are about.'`;
}

function append(changes: Changes, file: string, text: string): void {
  if (changes.exists(file)) changes.change(file, (old) => `${old.trimEnd()}\n\n${text}\n`);
  else changes.create(file, `${text}\n`);
}

function failures(spec: SpecFolder, { path, takesBody }: OperationShape, success: number): number[] {
  const inPath = path.includes("{");
  const possible: readonly [status: number, is: boolean][] = [
    [400, takesBody || inPath],
    [401, spec.secured],
    [404, inPath],
    [406, success !== 204],
    [413, takesBody],
    [415, takesBody],
    [429, spec.isUsual(429)],
    [500, true],
    [503, true],
  ];
  return possible.filter(([, is]) => is).map(([status]) => status);
}

function operationText(
  spec: SpecFolder,
  { operationId, method, path, tag, takesBody }: OperationShape,
  [success = 200, ...failing]: readonly number[],
  schemas: string,
): string {
  const name = pascalCase(operationId);
  const from = `../schemas/${schemas.slice(schemas.lastIndexOf("/") + 1)}`;
  const content = (schema: string) => `
content:
  application/json:
    schema: { $ref: '${from}#/${schema}' }
    examples:
      example:
        summary: '${open} what the example shows'
        value: {}`;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => {
    const usual = spec.pathParameter(parameter);
    if (usual !== null) return `- $ref: '${usual}'`;
    return `- name: ${parameter}
  in: path
  required: true
  description: '${open} what it names.'
  schema: { type: string, minLength: 1, maxLength: 64 }
  example: example`;
  });
  const answers = failing.map((status) => {
    const usual = spec.usualResponse(status, { takesBody, path });
    return `'${status}': { $ref: '${usual ?? `../../common/responses.yaml#/${shared[status]}`}' }`;
  });
  const body = takesBody ? `requestBody:\n  required: true${indented(content(`${name}Request`), 1)}` : "";
  const answer = success === 204 ? "" : indented(content(`${name}Result`), 1);
  return `${method}:
  operationId: ${operationId}${spec.hasAgreedOperations ? "\n  x-accord-extension: true" : ""}
  summary: '${open} a title of a few words'
  description: '${open} what it does, for whom, and when it fails.'
  tags: [${tag}]${parameters.length > 0 ? `\n  parameters:\n${indented(parameters.join("\n"), 2)}` : ""}${body === "" ? "" : `\n${indented(body, 1)}`}
  responses:
    '${success}':
      description: '${open} what is answered.'
      headers:
${indented(spec.usualHeaders(), 4)}${answer === "" ? "" : indented(answer, 2)}
${indented(answers.join("\n"), 2)}`;
}

/** Empty objects, which their author fills. */
function definitionsOf({ operationId, takesBody }: OperationShape, success: number): string {
  const schema = (name: string, what: string) => `${name}:
  type: object
  description: '${open} ${what}, with its required and other properties.'
  properties: {}
  additionalProperties: false`;
  const name = pascalCase(operationId);
  return [
    ...(takesBody ? [schema(`${name}Request`, "what is sent")] : []),
    ...(success === 204 ? [] : [schema(`${name}Result`, "what is answered")]),
  ].join("\n\n");
}

/** Each line two spaces to the right for each level; empty ones stay empty. */
function indented(text: string, levels: number): string {
  return text.replace(/^(?=.)/gm, "  ".repeat(levels));
}
