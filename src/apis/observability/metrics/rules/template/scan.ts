/** Cuts a template into texts and actions, and actions into tokens (Go, text/template/parse/lex.go). */
import { unquote } from "../../promql/syntax/quote.ts";
import { TemplateError } from "./error.ts";

export type TokenKind = "field" | "variable" | "word" | "string" | "number" | "dot" | "sign";

export interface Token {
  readonly kind: TokenKind;
  /** Of a field and a variable without its sign; of a string what it says. */
  readonly text: string;
  /** Whether white space is in front of it. */
  readonly spaced: boolean;
}

export type Piece = { readonly text: string } | { readonly tokens: readonly Token[] };

const tokenText =
  /(?<string>"(?:\\.|[^"\\\n])*"|`[^`]*`)|(?<number>[+-]?(?:0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?))|\.(?<field>[\p{L}_][\p{L}\p{Nd}_]*)|(?<dot>\.)|\$(?<variable>[\p{L}\p{Nd}_]*)|(?<word>[\p{L}_][\p{L}\p{Nd}_]*)|(?<sign>:=|[|()=,])/uy;

/** Throws TemplateError. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trims = false;
  while (at < template.length) {
    const open = template.indexOf("{{", at);
    let text = template.slice(at, open === -1 ? undefined : open);
    if (trims) text = text.trimStart();
    if (open === -1) {
      pieces.push({ text });
      break;
    }
    const trimsBefore = /^-\s/.test(template.slice(open + 2, open + 4));
    if (trimsBefore) text = text.trimEnd();
    if (text !== "") pieces.push({ text });
    const from = open + (trimsBefore ? 4 : 2);
    if (template.startsWith("/*", from)) {
      const comment = /^\/\*.*?\*\/(\s-)?\}\}/s.exec(template.slice(from));
      if (comment === null) throw new TemplateError("unclosed comment");
      trims = comment[1] !== undefined;
      at = from + comment[0].length;
      continue;
    }
    const { tokens, end, trimsAfter } = tokensFrom(template, from);
    pieces.push({ tokens });
    trims = trimsAfter;
    at = end;
  }
  return pieces;
}

function tokensFrom(template: string, from: number): { tokens: Token[]; end: number; trimsAfter: boolean } {
  const tokens: Token[] = [];
  let at = from;
  for (;;) {
    const close = /^(?<space>\s*)(?:(?<=\s)(?<trims>-))?(?<end>\}\})?/.exec(template.slice(at, at + 1_024))?.groups;
    const space = close?.space?.length ?? 0;
    if (close?.end !== undefined)
      return { tokens, end: at + space + (close.trims ? 3 : 2), trimsAfter: close.trims !== undefined };
    at += space;
    if (at >= template.length) throw new TemplateError("unclosed action");
    tokenText.lastIndex = at;
    const found = tokenText.exec(template);
    const [kind, text] = Object.entries(found?.groups ?? {}).find(([, each]) => each !== undefined) ?? [];
    if (found === null || kind === undefined || text === undefined) throw unexpected(template, at);
    const said = kind === "string" ? unquote(text) : text;
    if (said === null) throw new TemplateError(`invalid syntax in the string ${text}`);
    tokens.push({ kind: kind as TokenKind, text: said, spaced: space > 0 });
    at += found[0].length;
  }
}

function unexpected(template: string, at: number): TemplateError {
  const [character = ""] = template.slice(at);
  if (character === '"' || character === "`") return new TemplateError("unterminated quoted string");
  if (character === "{" || character === "}") return new TemplateError(`unexpected "${character}" in command`);
  return new TemplateError(`unexpected ${JSON.stringify(character)} in command`);
}
