/** What there is to upload below a path, for a platform. */
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { isArchive } from "@accord/debug-info/native";
import { Problem } from "#src/http/problem.ts";
import { type ArtifactType, artifactKinds, type SymbolPlatform } from "../uploads/kinds.ts";

/** A file on this machine, and the name that it has in an archive. */
export interface LocalFile {
  readonly path: string;
  readonly name: string;
}

/** One upload: debug symbols or an artifact, of one file as it is, or of several that are packed into one. */
export interface Uploadable {
  /** As people know it. */
  readonly name: string;
  /** Null for debug symbols. */
  readonly artifactType: ArtifactType | null;
  readonly files: readonly LocalFile[];
  readonly packed: boolean;
  /** That a source map is of, where there are several; null for everything else. */
  readonly script: string | null;
}

/** What a path is searched for; a folder with more in it is not the output of a build. */
const mostEntries = 100_000;
/** What an ELF file with symbols is called. */
const elfName = /\.(?:so|debug|sym|dbg)$/;

/**
 * What of the paths can be uploaded: files that are named, whatever they are called, and in folders what has the name of such
 * files. Throws Problem VALIDATION_FAILED for a path that does not exist and for what a release can have only one of.
 */
export async function findUploadables(paths: readonly string[], platform: SymbolPlatform): Promise<Uploadable[]> {
  const found: Uploadable[] = [];
  for (const path of paths) {
    const kind = await stat(path).catch(() => null);
    if (kind === null) throw refusal(`There is no ${path}.`);
    if (kind.isDirectory()) found.push(...(await inFolder(path, platform)));
    else found.push(await named(path, platform));
  }
  return oneOfEach(packDart(found));
}

/** `place` is where it lies in the folder that was searched. */
async function named(path: string, platform: SymbolPlatform, place = basename(path)): Promise<Uploadable> {
  const artifactType = (await textTypeOf(path)) ?? ((await isObjects(path)) ? objectTypeOf(platform) : undefined);
  if (artifactType === undefined) throw refusal(`${path} is no source map, no mapping file and no debug symbols.`);
  if (artifactType !== null && !artifactKinds[artifactType].platforms.includes(platform))
    throw refusal(`${path} is of the type ${artifactType}, which ${platform} does not have.`);
  const name = basename(path);
  const script = artifactType === "sourcemap" ? place.replace(/\.map$/, "") : null;
  return { name, artifactType, files: [{ path, name }], packed: false, script };
}

async function inFolder(folder: string, platform: SymbolPlatform): Promise<Uploadable[]> {
  if (isBundle(folder)) return platform in apple ? [await bundle(folder)] : [];
  const found: Uploadable[] = [];
  let entries = 0;
  const walk = async (path: string): Promise<void> => {
    for (const entry of (await readdir(path, { withFileTypes: true })).sort(byName)) {
      entries += 1;
      if (entries > mostEntries)
        throw refusal(`${folder} has more than ${mostEntries} entries. Name what is to be sent.`);
      const own = join(path, entry.name);
      if (entry.isDirectory() && isBundle(own)) {
        if (platform in apple) found.push(await bundle(own));
      } else if (entry.isDirectory() && entry.name !== "node_modules") await walk(own);
      else if (entry.isFile() && (await isWanted(own, platform)))
        found.push(await named(own, platform, relative(folder, own)));
    }
  };
  await walk(folder);
  return found;
}

/** Whether a file in a folder is meant, by its name and by what it is. */
async function isWanted(path: string, platform: SymbolPlatform): Promise<boolean> {
  const name = basename(path);
  if (name.endsWith(".map"))
    return artifactKinds.sourcemap.platforms.includes(platform) && (await textTypeOf(path)) === "sourcemap";
  if (platform === "android") return name === "mapping.txt" || (elfName.test(name) && (await isObjects(path)));
  return platform === "flutter" && name.endsWith(".symbols") && (await isObjects(path));
}

const apple: { readonly [Platform in SymbolPlatform]?: true } = {
  ios: true,
  macos: true,
  tvos: true,
  watchos: true,
  visionos: true,
  catalyst: true,
};

function isBundle(path: string): boolean {
  return path.replace(/\/+$/, "").endsWith(".dSYM");
}

async function bundle(folder: string): Promise<Uploadable> {
  const name = basename(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: `${name}/${relative(folder, path)}` }));
  return { name: `${name}.zip`, artifactType: null, files: files.sort(byName), packed: true, script: null };
}

/** What Dart writes is a file for each architecture, and one artifact of a release. */
function packDart(found: readonly Uploadable[]): Uploadable[] {
  const dart = found.filter(({ artifactType }) => artifactType === "dart-symbols");
  if (dart.length < 2) return [...found];
  const others = found.filter((uploadable) => !dart.includes(uploadable));
  const files = dart.flatMap(({ files }) => files).sort(byName);
  return [...others, { name: "dart-symbols.zip", artifactType: "dart-symbols", files, packed: true, script: null }];
}

/** A source map that is alone is of every script. Several are each of their own. */
function oneOfEach(found: Uploadable[]): Uploadable[] {
  const isOnlyMap = found.filter(({ script }) => script !== null).length === 1;
  const all = isOnlyMap ? found.map((uploadable) => ({ ...uploadable, script: null })) : found;
  const artifacts = Map.groupBy(all, ({ artifactType, script }) => artifactType && `${artifactType} ${script ?? ""}`);
  artifacts.delete(null);
  for (const [type, several] of artifacts) {
    if (several.length < 2) continue;
    const names = several.map(({ files: [file] }) => file?.path).join(", ");
    throw refusal(`A release has one artifact of the type ${type?.trim()} on a platform. Name one of ${names}.`);
  }
  return all;
}

/** The type of a text artifact; undefined for what is none. */
async function textTypeOf(path: string): Promise<"sourcemap" | "r8" | "proguard" | undefined> {
  if (path.endsWith(".map")) return (await startOf(path, 4096)).trimStart().startsWith("{") ? "sourcemap" : undefined;
  if (!path.endsWith(".txt")) return undefined;
  const lines = createInterface({ input: createReadStream(path, { end: 64 * 1024 }) });
  for await (const line of lines) {
    if (/^#\s*compiler:\s*R8/i.test(line)) return "r8";
    if (/^\S+ -> \S+:$/.test(line)) return "proguard";
  }
  return undefined;
}

async function isObjects(path: string): Promise<boolean> {
  return isArchive(Buffer.from(await startOf(path, 8), "latin1"));
}

/** Debug symbols, or for Dart an artifact; undefined where the platform has neither. */
function objectTypeOf(platform: SymbolPlatform): "dart-symbols" | null | undefined {
  if (platform === "flutter") return "dart-symbols";
  return platform === "android" || platform in apple ? null : undefined;
}

async function startOf(path: string, length: number): Promise<string> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function refusal(detail: string): Problem {
  return new Problem("VALIDATION_FAILED", { detail });
}
