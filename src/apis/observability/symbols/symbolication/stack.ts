/** Stacks that need symbols, whatever they came in: frames of native code, of the JVM or of JavaScript, or text. */
import type { GeneratedFrame } from "@accord/debug-info/javascript";
import type { ObfuscatedFrame } from "@accord/debug-info/jvm";

export interface NativeFrame {
  readonly raw: string;
  /** In hexadecimal, as it came in. */
  readonly address: string | null;
  readonly image: FrameImage | null;
  /** Bytes from the image's load address; for Dart, from address 0 of the file. Null when unknown. */
  readonly offset: number | null;
  readonly isFileAddress: boolean;
  /** False for code of the system, whose symbols nobody uploads. */
  readonly inApp: boolean;
  /** The name that the device reported. */
  readonly function: string | null;
}

export interface FrameImage {
  /** As a UUID in lower case. */
  readonly debugId: string;
  readonly arch: string;
}

/** An exception that led to another one: its stack and its class. */
export interface Cause<Frame> {
  readonly exceptionType: string | null;
  readonly frames: readonly Frame[];
}

type Shown<Frame> = Frame & { readonly raw: string };

/**
 * `frames` are in order, the innermost first. `causes` are the exceptions that led to this one, the direct cause first. `platforms` are those whose symbols are
 * searched, the likeliest first.
 */
export type Stack =
  | { readonly family: "native"; readonly platform: string; readonly frames: readonly NativeFrame[] }
  | {
      readonly family: "jvm";
      readonly platforms: readonly string[];
      readonly release: string;
      readonly exceptionType: string | null;
      readonly frames: readonly Shown<ObfuscatedFrame>[];
      readonly causes: readonly Cause<Shown<ObfuscatedFrame>>[];
    }
  | {
      readonly family: "javascript";
      readonly platforms: readonly string[];
      readonly release: string;
      readonly frames: readonly Shown<GeneratedFrame>[];
      readonly causes: readonly Cause<Shown<GeneratedFrame>>[];
    }
  | {
      readonly family: "jvm-text" | "javascript-text";
      readonly platforms: readonly string[];
      readonly release: string;
      readonly text: string;
    };

/** Types of text artifacts that decode the stacks of a family; any one of them is enough. */
export const artifactTypes = {
  jvm: ["r8", "proguard"],
  javascript: ["sourcemap"],
} as const;

/** The field if it is a non-empty text, else null. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The field if it is a known position (a whole number from 0), else null: unknown ones are −1, −2 or absent. */
export function positionOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
