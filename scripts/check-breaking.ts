/**
 * Compares the documents with those of a release and fails on what breaks its clients, unless the document's major version has risen.
 *
 *     npm run check -- --against v1.4.0
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { apiDiff } from "api-smart-diff";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { documentedApis } from "./check-documents.ts";

const project = join(import.meta.dirname, "..");

type Path = readonly (string | number)[];

/**
 * What the library takes for harmless: in an answer a member that is gone and a value of another type, since the same change is harmful
 * in a request; in a request another format; and another operationId, after which generated clients name their functions.
 */
function isOverlooked(action: string, path: Path): boolean {
  if (path.length === 4 && path[3] === "operationId") return true;
  if (!path.includes("responses")) return action !== "remove" && path.at(-1) === "format";
  return (action === "remove" && path.at(-2) === "properties") || path.at(-1) === "type" || path.at(-2) === "type";
}

/** The document with its webhooks among the operations: what receivers are sent is to them what answers are to callers. */
function withWebhooks(published: OpenApiDocument): OpenApiDocument {
  const { webhooks = {}, ...document } = published as OpenApiDocument & {
    readonly webhooks?: OpenApiDocument["paths"];
  };
  const sent = Object.entries(webhooks).map(([name, { post }]) => {
    const { operationId, requestBody } = post ?? {};
    return [`webhook ${name}`, { post: { operationId, responses: { "200": requestBody } } }] as const;
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(sent) } } as OpenApiDocument;
}

/** What clients of `before` cannot rely on any more, each with its place and what it was. Parts that nothing uses do not count. */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return apiDiff(withWebhooks(before), withWebhooks(after))
    .filter(({ path }) => path[0] === "paths")
    .filter(({ type, action, path }) => type === "breaking" || isOverlooked(action, path))
    .map(({ action, path, description }) => {
      const [, address = "", method = "", ...below] = path.map(String);
      return `${method.toUpperCase()} ${address} ${below.join(".")}: ${description ?? action}`.replaceAll(
        / {2,}/g,
        " ",
      );
    });
}

/** A breaking change is announced by a higher major version (Semantic Versioning 2.0.0, 8). */
export function announcesBreaking(before: OpenApiDocument, after: OpenApiDocument): boolean {
  const major = ({ info }: OpenApiDocument) => Number.parseInt(info.version, 10);
  return major(after) > major(before);
}

/** The document as it was committed there; null where there was none. Throws where git does not know the commit. */
function documentAt(reference: string, api: string): OpenApiDocument | null {
  if (git("rev-parse", "--verify", "--quiet", `${reference}^{commit}`).status !== 0)
    throw new Error(`git knows no ${reference}. Fetch its tags, or name another release.`);
  const { status, stdout } = git("show", `${reference}:generated/${api}/openapi.json`);
  return status === 0 ? (JSON.parse(stdout) as OpenApiDocument) : null;
}

function git(...args: readonly string[]) {
  return spawnSync("git", args, { cwd: project, encoding: "utf8", maxBuffer: 2 ** 26 });
}

if (import.meta.main) {
  const [reference = ""] = process.argv.slice(2);
  for (const api of documentedApis()) {
    const before = documentAt(reference, api);
    const after = JSON.parse(readFileSync(join(project, "generated", api, "openapi.json"), "utf8")) as OpenApiDocument;
    const broken = before === null ? [] : breakingChanges(before, after);
    const announced = before !== null && announcesBreaking(before, after);
    console.log(`${api}: ${before === null ? "new" : `${broken.length} breaking changes since ${reference}`}`);
    for (const change of broken) console.log(`  ${change}`);
    if (broken.length > 0 && !announced) {
      console.log(
        `  Clients of ${before?.info.version} break: take them back, or raise the major version in specs/${api}.`,
      );
      process.exitCode = 1;
    }
  }
}
