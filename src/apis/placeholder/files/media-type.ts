/**
 * What a file is, told by its bytes and by nothing else. The list is short on purpose: types that no browser runs, each
 * recognised at its first byte and at its last, and none with an archive in it, so that a file is one thing.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ArchiveCheck } from "./archives.ts";

export const mediaTypes = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
  "text/plain",
] as const;

export type MediaType = (typeof mediaTypes)[number];

export interface Inspection {
  /** Null for everything that is not on the list. */
  readonly mediaType: MediaType | null;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface Ends {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly size: number;
}

const headBytes = 32;
const tailBytes = 32;

/** Magic numbers: PNG 3rd edition (5.2, 11.2.5), JPEG (T.81, B.1.1), GIF89a (17, 27), WebP container, PDF (ISO 32000-2, 7.5). */
const signatures: readonly { readonly type: MediaType; readonly matches: (ends: Ends) => boolean }[] = [
  {
    type: "image/png",
    matches: ({ head, tail }) =>
      starts(head, "89504e470d0a1a0a0000000d49484452") && ends(tail, "0000000049454e44ae426082"),
  },
  { type: "image/jpeg", matches: ({ head, tail }) => starts(head, "ffd8ff") && ends(tail, "ffd9") },
  {
    type: "image/gif",
    matches: ({ head, tail }) => (starts(head, "474946383761") || starts(head, "474946383961")) && ends(tail, "3b"),
  },
  {
    type: "image/webp",
    matches: ({ head, size }) =>
      starts(head, "52494646") &&
      head.toString("latin1", 8, 15) === "WEBPVP8" &&
      // The size in the header does not count the eight bytes before it.
      head.readUInt32LE(4) + 8 === size,
  },
  {
    type: "application/pdf",
    matches: ({ head, tail }) => starts(head, "255044462d") && /%%EOF\s{0,16}$/.test(tail.toString("latin1")),
  },
];

/** Reads a file of `size` bytes once. */
export async function inspectFile(path: string, size: number): Promise<Inspection> {
  const file = await open(path);
  try {
    const head = await bytesAt(0, Math.min(size, headBytes));
    const tail = await bytesAt(Math.max(0, size - tailBytes), Math.min(size, tailBytes));
    const digest = createHash("sha256");
    const text = new TextCheck();
    const archives = new ArchiveCheck();
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
      digest.update(chunk as Buffer);
      text.add(chunk as Buffer);
      archives.add(chunk as Buffer);
    }
    const binary = signatures.find(({ matches }) => head.length >= 16 && matches({ head, tail, size }));
    const mediaType = binary?.type ?? (text.isPlain() ? "text/plain" : null);
    const isArchive = mediaType !== null && (await archives.isArchive(bytesAt));
    return { mediaType: isArchive ? null : mediaType, sha256: digest.digest("hex") };
  } finally {
    await file.close();
  }

  async function bytesAt(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

/** UTF-8 without control characters that does not begin like markup or a script. */
class TextCheck {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  /** The first two characters that are no white space. */
  #beginning = "";
  #plain = true;

  add(chunk: Buffer): void {
    if (this.#plain) this.#read(() => this.#decoder.decode(chunk, { stream: true }));
  }

  isPlain(): boolean {
    this.#read(() => this.#decoder.decode());
    return this.#plain && !/^(?:<|#!|%!)/.test(this.#beginning);
  }

  #read(decode: () => string): void {
    try {
      const text = decode();
      if (this.#beginning.length < 2) this.#beginning = (this.#beginning + text).trimStart().slice(0, 2);
      if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text)) this.#plain = false;
    } catch {
      this.#plain = false;
    }
  }
}

function starts(head: Buffer, hex: string): boolean {
  return head.toString("hex", 0, hex.length / 2) === hex;
}

function ends(tail: Buffer, hex: string): boolean {
  return tail.toString("hex", tail.length - hex.length / 2) === hex;
}
