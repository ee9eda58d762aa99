/**
 * Preloaded into a server (`node --import`): measures every turn of its event loop in work instead of time, so that the
 * same request always takes the same, whatever else the machine does. Work is counted by the code itself, which is
 * changed as it is loaded: 1 for each call of a function of ours and each pass of a loop, and for each character that
 * JSON.parse reads or JSON.stringify writes. Very roughly, 1 is ten nanoseconds. What packages do does not count.
 * Slices are as short as they can be: one step is one turn.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { LongestTurn } from "./recorder.ts";

declare global {
  var workDone: number;
}
globalThis.workDone = 0;

const ours = new URL("../../src/", import.meta.url).href;

registerHooks({
  load(url, context, load) {
    if (!url.startsWith(ours) || !url.endsWith(".ts")) return load(url, context);
    return {
      format: "module-typescript",
      source: counting(readFileSync(fileURLToPath(url), "utf8")),
      shortCircuit: true,
    };
  },
});

/** The source, in which every function and every loop counts. */
function counting(source: string): string {
  const inserted: { at: number; text: string }[] = [];
  const count = "globalThis.workDone++";
  const wrap = (node: ts.Node, before: string, after: string) =>
    inserted.push({ at: node.getStart(file), text: before }, { at: node.end, text: after });
  const file = ts.createSourceFile("any.ts", source, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && "body" in node ? node.body : loopBody(node);
    if (body !== undefined && ts.isBlock(body)) inserted.push({ at: body.getStart(file) + 1, text: `${count};` });
    else if (body !== undefined && ts.isStatement(body)) wrap(body, `{${count};`, "}");
    else if (body !== undefined) wrap(body, `(${count},`, ")");
    ts.forEachChild(node, visit);
  };
  visit(file);
  return inserted
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), source);
}

function loopBody(node: ts.Node): ts.Statement | undefined {
  return ts.isIterationStatement(node, false) ? node.statement : undefined;
}

const { parse, stringify } = JSON;
JSON.parse = (text: string, ...more) => {
  globalThis.workDone += text.length;
  return parse(text, ...more);
};
JSON.stringify = ((...given: Parameters<typeof stringify>) => {
  const text: string | undefined = stringify(...given);
  globalThis.workDone += text?.length ?? 0;
  return text;
}) as typeof stringify;

const { sliceLength } = await import("#src/http/event-loop.ts");
sliceLength.ms = -1;

let longest = 0;
let before = globalThis.workDone;

function endTurn(): void {
  longest = Math.max(longest, globalThis.workDone - before);
  before = globalThis.workDone;
}

function turn(): void {
  endTurn();
  setImmediate(turn).unref();
}
turn();

process.on("message", () => {
  // The turn that sent the answer may be this one.
  endTurn();
  process.send?.({ longest } satisfies LongestTurn);
  longest = 0;
});
process.channel?.unref();
