/** Stacks of JavaScript as text: V8's and Hermes' ("at f (file:1:2)"), and those of Firefox and Safari ("f@file:1:2"). */
import type { GeneratedFrame } from "./source-map.ts";

/** Node writes a brace after the last line of an error whose cause follows. */
const v8 = /^\s*at (?:(?:async )?(.*?) \()?((?:address at )?[^\s()]+?):(\d+):(\d+)\)?(?: \{)?$/;
const gecko = /^\s*([^@\s]*)@(\S+?):(\d+):(\d+)$/;
const mostLines = 20_000;

/** A line of a stack and the frame in it; null for lines that are none. */
export function parseStack(text: string): { readonly line: string; readonly frame: GeneratedFrame | null }[] {
  return text
    .split("\n")
    .slice(0, mostLines)
    .map((line) => {
      const found = line.length > 10_000 ? null : (v8.exec(line) ?? gecko.exec(line));
      if (found === null) return { line, frame: null };
      const [, name, file = null, row, column] = found;
      return {
        line,
        frame: {
          function: name ? name.replace(/^(new|async) /, "") : null,
          file,
          line: Number(row),
          column: Number(column),
        },
      };
    });
}
