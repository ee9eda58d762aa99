/** What may be uploaded for which platform. */
import type { ObjectFile } from "@accord/debug-info/native";
import type { Schemas } from "#generated/observability/contract.ts";
import type { ArtifactFormat } from "../entities/symbol-file.ts";

/** Where code runs; `web` is in browsers and under Node. */
export type SymbolPlatform = Schemas["DebugSymbolPlatform"] | Schemas["ArtifactPlatform"];

export type ArtifactType = Schemas["ArtifactType"];

interface ArtifactKind {
  readonly format: ArtifactFormat;
  readonly platforms: readonly SymbolPlatform[];
}

/** The kinds of artifact, with the platforms that have them. */
export const artifactKinds: Readonly<Record<ArtifactType, ArtifactKind>> = {
  r8: { format: "mapping", platforms: ["android"] },
  proguard: { format: "mapping", platforms: ["android"] },
  sourcemap: { format: "source-map", platforms: ["ios", "react-native", "android", "web"] },
  "dart-symbols": { format: "objects", platforms: ["flutter"] },
  dsym: { format: "objects", platforms: ["ios"] },
};

/** What the object files of a platform are; null for Dart, whose compiler writes the format of the machine it runs for. */
export function objectFormatOf(platform: SymbolPlatform): ObjectFile["format"] | null {
  if (platform === "flutter") return null;
  return platform === "android" ? "elf" : "mach-o";
}
