/** Characters of a mangled name of Swift, with the numbers and identifiers in it. */

/** The name is none that is read here. */
export class NotRead extends Error {}

/** Times that a name may say the same thing in a row, and parameters of one generic context. */
export const mostRepeats = 64;

/** Words of identifiers that later identifiers may refer to. */
const mostWords = 26;

export class TextReader {
  readonly #text: string;
  readonly #words: string[] = [];
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Empty at the end. */
  get peeked(): string {
    return this.#text[this.#at] ?? "";
  }

  next(): string {
    const character = this.peeked;
    if (character === "") throw new NotRead();
    this.#at++;
    return character;
  }

  nextIf(character: string): boolean {
    if (this.peeked !== character) return false;
    this.#at++;
    return true;
  }

  /** What the expression finds here; empty where it finds nothing. The expression is sticky. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  /** Null where there is no number. */
  natural(): number | null {
    const digits = this.match(/[0-9]{1,6}/y);
    return digits === "" ? null : Number(digits);
  }

  /** `_` is 0, `0_` is 1. */
  index(): number {
    const number = this.natural();
    if (!this.nextIf("_")) throw new NotRead();
    return number === null ? 0 : number + 1;
  }

  /** An identifier, parts of which may be words of those before. Those outside of ASCII are not read. */
  identifier(): string {
    let refersToWords = this.nextIf("0");
    if (refersToWords && this.peeked === "0") throw new NotRead();
    let identifier = "";
    do {
      while (refersToWords && /^[A-Za-z]$/.test(this.peeked)) {
        const letter = this.next();
        const word = this.#words[letter.toLowerCase().charCodeAt(0) - 97];
        if (word === undefined) throw new NotRead();
        identifier += word;
        refersToWords = letter === letter.toLowerCase();
      }
      if (this.nextIf("0")) break;
      if (identifier !== "" && !/^[0-9]$/.test(this.peeked)) throw new NotRead();
      const length = this.natural() ?? 0;
      const part = this.#text.slice(this.#at, this.#at + length);
      if (length === 0 || part.length < length) throw new NotRead();
      this.#at += length;
      this.#remember(part);
      identifier += part;
    } while (refersToWords);
    return identifier;
  }

  /** A word begins after a digit or an underscore, and with a capital after a small letter. */
  #remember(part: string): void {
    let start = -1;
    for (let at = 0; at <= part.length; at++) {
      const character = part[at] ?? "_";
      const endsWord = character === "_" || (isCapital(character) && !isCapital(part[at - 1] ?? "A"));
      if (start >= 0 && endsWord) {
        if (at - start >= 2 && this.#words.length < mostWords) this.#words.push(part.slice(start, at));
        start = -1;
      }
      if (start < 0 && character !== "_" && !/[0-9]/.test(character)) start = at;
    }
  }
}

function isCapital(character: string): boolean {
  return character >= "A" && character <= "Z";
}
