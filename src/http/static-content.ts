/** Content that is the same for all callers: made at the first request, cached in compressed form, with an ETag. */
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

/** Content at one address. */
export class StaticContent {
  readonly #type: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #make: () => Made | Promise<Made>;
  #encoded: Promise<Encoded> | null = null;

  /** @param make makes the content. Called once; when it fails, every `serve` throws its error. */
  constructor(type: string, make: () => Made | Promise<Made>, headers: Readonly<Record<string, string>> = {}) {
    this.#type = type;
    this.#make = make;
    this.#headers = headers;
  }

  /** Answers with the content in an encoding that the caller accepts, or with 304 when the caller already has it. */
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
