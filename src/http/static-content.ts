/** Content that is the same for everybody: made when it is first asked for, kept compressed, and told apart by its ETag. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

interface Encoded {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

type Made = Buffer | string;

export class StaticContent {
  readonly #type: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #make: () => Made | Promise<Made>;
  #encoded: Promise<Encoded> | null = null;

  /** `make` is called once; what it throws is thrown by every `serve`. */
  constructor(type: string, make: () => Made | Promise<Made>, headers: Readonly<Record<string, string>> = {}) {
    this.#type = type;
    this.#make = make;
    this.#headers = headers;
  }

  /** Answers with the content, compressed as the caller likes it, or with 304 to who has it already. */
  async serve(context: Context): Promise<void> {
    this.#encoded ??= encode(this.#make);
    const encoded = await this.#encoded;
    context.set({ "Cache-Control": "no-cache", Vary: "Accept-Encoding", ETag: encoded.etag, ...this.#headers });
    context.status = 200;
    if (context.fresh) {
      context.status = 304;
      return;
    }
    const accepted = context.acceptsEncodings("br", "gzip", "identity");
    const encoding = accepted === "br" || accepted === "gzip" ? accepted : "identity";
    context.type = this.#type;
    if (encoding !== "identity") context.set("Content-Encoding", encoding);
    context.body = encoded[encoding];
  }
}

async function encode(make: () => Made | Promise<Made>): Promise<Encoded> {
  const identity = Buffer.from(await make());
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  const [br, zipped] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    toGzip(identity),
  ]);
  return { etag, identity, br, gzip: zipped };
}
