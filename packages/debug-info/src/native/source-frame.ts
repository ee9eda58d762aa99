/** One function at an address; several of them where calls were inlined, the innermost first. */
export interface SourceFrame {
  /** As the linker knows it, that is, mangled; null when the file does not say. */
  readonly function: string | null;
  readonly file: string | null;
  /** Null when the file does not say. */
  readonly line: number | null;
  readonly column: number | null;
  /** Whether the function was inlined into the one of the next frame. */
  readonly inlined: boolean;
}

/** Line and column as a frame has them, of numbers that are 0 where they are not known. */
export function positionOf(line: number, column: number): Pick<SourceFrame, "line" | "column"> {
  // Line 0 is code of no line at all, and its column that of the row before.
  return { line: line === 0 ? null : line, column: line === 0 || column === 0 ? null : column };
}
