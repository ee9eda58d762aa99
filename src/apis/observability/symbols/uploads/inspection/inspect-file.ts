/** Looks into an uploaded file, in a process of its own: reading/reader.ts. */
import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { InvalidSourceMapError, SourceMapFile } from "@accord/debug-info/javascript";
import { InvalidMappingError, MappingFile } from "@accord/debug-info/jvm";
import { indexArchive, isArchive, UnusableArchiveError } from "@accord/debug-info/native";
import type { ArtifactFormat } from "../../entities/symbol-file.ts";
import { mostTextBytes } from "../../text-limits.ts";
import type { Finding, Inspection } from "./inspection.ts";

const pieceBytes = 1024 * 1024;

/** Throws what the disk throws, and whatever a reader does not foresee. */
export async function inspectFile(inspection: Inspection): Promise<Finding> {
  const { path, sha256 } = inspection;
  if (digestOf(path) !== sha256) return { kind: "other-bytes" };
  if (inspection.kind === "artifact") return readable(path, inspection.format);
  try {
    return { kind: "indexed", contents: await indexArchive(path, inspection) };
  } catch (error) {
    if (!(error instanceof UnusableArchiveError)) throw error;
    return { kind: "unusable", fault: error.fault, reason: error.message };
  }
}

/** By its bytes as they come: a file may be larger than memory. */
function digestOf(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceBytes);
  const descriptor = openSync(path, "r");
  try {
    for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece))
      hash.update(piece.subarray(0, length));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

function readable(path: string, format: ArtifactFormat): Finding {
  const reason = format === "objects" ? faultOfObjects(path) : faultOfText(path, format);
  return reason === null ? { kind: "readable" } : { kind: "unreadable", reason };
}

function faultOfObjects(path: string): string | null {
  const descriptor = openSync(path, "r");
  try {
    const start = Buffer.alloc(8);
    const isUsable = isArchive(start.subarray(0, readSync(descriptor, start)));
    return isUsable ? null : "It is no zip archive, no Mach-O file and no ELF file.";
  } finally {
    closeSync(descriptor);
  }
}

function faultOfText(path: string, format: Exclude<ArtifactFormat, "objects">): string | null {
  const most = mostTextBytes[format === "mapping" ? "mapping" : "sourceMap"];
  if (statSync(path).size > most) return `It has more than ${most} bytes.`;
  try {
    if (format === "source-map") new SourceMapFile(readFileSync(path, "utf8"));
    else if (new MappingFile(readFileSync(path)).size === 0) return "It is no mapping file: it names no class.";
    return null;
  } catch (error) {
    if (error instanceof InvalidSourceMapError) return `It is no source map: ${error.message}.`;
    if (error instanceof InvalidMappingError) return `It is no mapping file: ${error.message}.`;
    throw error;
  }
}
