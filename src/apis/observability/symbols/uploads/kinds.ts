/** What may be uploaded for which platform. */
import type { FileFormat } from "../entities/symbol-file.ts";

/** Platforms whose object files are Mach-O. */
export const applePlatforms = ["ios", "macos", "tvos", "watchos", "visionos", "catalyst"] as const;

/** Platforms whose object files are uploaded as archives of debug symbols. */
export const debugSymbolPlatforms = [...applePlatforms, "android"] as const;

export type DebugSymbolPlatform = (typeof debugSymbolPlatforms)[number];

export type SymbolPlatform = DebugSymbolPlatform | "react-native" | "flutter" | "web";

export type ArtifactType = "r8" | "proguard" | "sourcemap" | "dart-symbols" | "dsym";

interface ArtifactKind {
  readonly format: Extract<FileFormat, "source-map" | "mapping" | "objects">;
  readonly platforms: readonly SymbolPlatform[];
}

/** The kinds of artifact, with the platforms that have them. `web` is what runs in browsers and under Node. */
export const artifactKinds: Readonly<Record<ArtifactType, ArtifactKind>> = {
  r8: { format: "mapping", platforms: ["android"] },
  proguard: { format: "mapping", platforms: ["android"] },
  sourcemap: { format: "source-map", platforms: ["ios", "react-native", "android", "web"] },
  "dart-symbols": { format: "objects", platforms: ["flutter"] },
  dsym: { format: "objects", platforms: ["ios"] },
};
