/** Where names stand in the sources, by their syntax alone: nothing is loaded or run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export interface SourcePlace {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Members of object literals, by name: handlers are members of what a handlers file returns. The first of each name. */
export function membersNamed(folder: string): ReadonlyMap<string, SourcePlace> {
  const places = new Map<string, SourcePlace>();
  for (const file of sourcesIn(folder))
    visit(file, (node, source) => {
      const isMember =
        ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
      if (!isMember || !ts.isObjectLiteralExpression(node.parent) || !ts.isIdentifier(node.name)) return;
      const name = node.name.text;
      if (!places.has(name))
        places.set(name, { file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    });
  return places;
}

/** Files by the first word of the titles of their suites: `describe("cancelPolicy, …")` tells of cancelPolicy. */
export function suitesNamed(folder: string): ReadonlyMap<string, string[]> {
  const files = new Map<string, string[]>();
  for (const file of sourcesIn(folder))
    visit(file, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "describe") return;
      const [title] = node.arguments;
      const word = title !== undefined && ts.isStringLiteralLike(title) ? /^\w+/.exec(title.text)?.[0] : undefined;
      if (word === undefined) return;
      const known = files.get(word) ?? [];
      if (!known.includes(file)) files.set(word, [...known, file]);
    });
  return files;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map((name) => join(folder, name));
}

/** Handlers before everything else that may have a member of the same name. */
const rank = (name: string) => (name.includes("handlers") ? 0 : 1);

function visit(file: string, found: (node: ts.Node, source: ts.SourceFile) => void): void {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const into = (node: ts.Node): void => {
    found(node, source);
    ts.forEachChild(node, into);
  };
  into(source);
}
