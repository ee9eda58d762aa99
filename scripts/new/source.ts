/** Puts code where it belongs in TypeScript that people wrote: found by its syntax, formatted by Biome afterwards. */
import ts from "typescript";

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
}

function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesIn(child);
}

/** The text with a property more in the object that a `name: {…}` or a `const name = {…}` holds; null when there is none. */
export function withProperty(text: string, name: string, property: string): string | null {
  for (const node of nodesIn(parse(text))) {
    if (!(ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) || node.name.getText() !== name) continue;
    if (node.initializer !== undefined && ts.isObjectLiteralExpression(node.initializer))
      return withItem(text, node.initializer, node.initializer.properties, property);
  }
  return null;
}

/** The text with an element more in the array that a `const name = […]` holds; null when there is none. */
export function withElement(text: string, name: string, element: string): string | null {
  for (const node of nodesIn(parse(text)))
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer !== undefined)
      for (const inner of nodesIn(node.initializer))
        if (ts.isArrayLiteralExpression(inner)) return withItem(text, inner, inner.elements, element);
  return null;
}

/** The text with a handler more in the object that the function typed `HandlersOf<…>` with this tag returns. */
export function withHandler(text: string, tag: string, handler: string): string | null {
  for (const node of parse(text).statements) {
    if (!ts.isFunctionDeclaration(node) || !node.type?.getText().startsWith("HandlersOf<")) continue;
    if (!node.type.getText().includes(JSON.stringify(tag))) continue;
    const last = node.body?.statements.at(-1);
    const returned = last !== undefined && ts.isReturnStatement(last) ? last.expression : undefined;
    if (returned !== undefined && ts.isObjectLiteralExpression(returned))
      return withItem(text, returned, returned.properties, `\n${handler}`);
  }
  return null;
}

/** The text with an import more, after the others. */
export function withImport(text: string, statement: string): string {
  const last = parse(text).statements.findLast(ts.isImportDeclaration);
  const at = last?.getEnd() ?? 0;
  return `${text.slice(0, at)}\n${statement}${text.slice(at)}`;
}

function withItem(text: string, list: ts.Node, items: ts.NodeArray<ts.Node>, item: string): string {
  const last = items.at(-1);
  const at = last?.getEnd() ?? list.getStart() + 1;
  const comma = last === undefined ? "" : ",";
  const rest = last === undefined ? text.slice(at) : text.slice(at).replace(/^\s*,/, "");
  return `${text.slice(0, at)}${comma}\n${item},\n${rest}`;
}
