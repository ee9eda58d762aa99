/**
 * AWS Signature Version 4 as S3 uses it, in the Authorization header or in the query of a presigned URL.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
import { timingSafeEqual } from "node:crypto";
import { Sha256 } from "@aws-crypto/sha256-js";
import { HttpRequest } from "@smithy/protocol-http";
import { createScope, getCanonicalHeaders, getSigningKey, SignatureV4Base } from "@smithy/signature-v4";
import { S3Error } from "./s3-error.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
export const UNSIGNED_PAYLOAD = "UNSIGNED-PAYLOAD";
/** Largest difference between the clocks of client and server (milliseconds). */
const MOST_SKEW_MS = 15 * 60_000;
const LONGEST_PRESIGNED_SECONDS = 7 * 24 * 3600;

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A received request: path and query decoded, header names in lower case. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: ReadonlyMap<string, string>;
}

interface Claim {
  readonly credential: string;
  readonly longDate: string;
  readonly signedHeaders: ReadonlySet<string>;
  readonly signature: string;
  readonly payloadHash: string;
  /** Validity of a presigned URL in seconds. */
  readonly expires?: number;
}

/** Verifies signatures of one pair of keys in one region. */
export class SignatureVerifier extends SignatureV4Base {
  readonly #credentials: Credentials;
  readonly #region: string;
  readonly #now: () => number;

  constructor(credentials: Credentials, region: string, now: () => number) {
    super({ credentials, region, service: "s3", sha256: Sha256, uriEscapePath: false });
    this.#credentials = credentials;
    this.#region = region;
    this.#now = now;
  }

  /**
   * Verifies a request. Returns the signed hash of its payload (`x-amz-content-sha256`). Throws an S3Error (403) when the request is not
   * signed, signed with other keys or for other content, or not within its time.
   */
  async verify(request: ReceivedRequest): Promise<{ payloadHash: string }> {
    const claim = request.query.has("X-Amz-Algorithm") ? presignedClaim(request) : headerClaim(request);
    const shortDate = claim.longDate.slice(0, 8);
    const scope = createScope(shortDate, this.#region, this.service);
    const [accessKeyId, ...claimedScope] = claim.credential.split("/");
    if (accessKeyId === undefined || !sameText(accessKeyId, this.#credentials.accessKeyId)) {
      throw new S3Error("InvalidAccessKeyId", "The access key id is not known here.");
    }
    if (claimedScope.join("/") !== scope) throw denied(`The credential's scope must be ${scope}.`);
    requireSignedHeaders(request, claim);
    if (!sameText(await this.#signatureOf(request, claim, shortDate, scope), claim.signature)) {
      throw new S3Error("SignatureDoesNotMatch", "The signature does not match the request and the secret key.");
    }
    this.#requireInTime(claim);
    return { payloadHash: claim.payloadHash };
  }

  async #signatureOf(request: ReceivedRequest, claim: Claim, shortDate: string, scope: string): Promise<string> {
    const signedHeaders = [...request.headers].filter(([name]) => claim.signedHeaders.has(name));
    const canonical = new HttpRequest({
      method: request.method,
      path: request.path.split("/").map(escapeUri).join("/"),
      query: Object.fromEntries(request.query),
      headers: Object.fromEntries(signedHeaders),
    });
    const headers = getCanonicalHeaders(canonical, undefined, new Set(claim.signedHeaders));
    const canonicalRequest = this.createCanonicalRequest(canonical, headers, claim.payloadHash);
    const hmac = new Sha256(await getSigningKey(this.sha256, this.#credentials, shortDate, this.#region, this.service));
    hmac.update(await this.createStringToSign(claim.longDate, scope, canonicalRequest, ALGORITHM));
    return Buffer.from(await hmac.digest()).toString("hex");
  }

  #requireInTime({ longDate, expires }: Claim): void {
    const signedAt = Date.parse(longDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
    const age = this.#now() - signedAt;
    const oldest = expires === undefined ? MOST_SKEW_MS : expires * 1000;
    // In this form, the condition also refuses a date that does not parse (NaN).
    if (age >= -MOST_SKEW_MS && age <= oldest) return;
    if (expires !== undefined) throw denied("Request has expired.");
    throw new S3Error("RequestTimeTooSkewed", "The request's time and the server's differ by more than 15 minutes.");
  }
}

function headerClaim({ headers }: ReceivedRequest): Claim {
  const match = /^AWS4-HMAC-SHA256 Credential=([^\s,]+), ?SignedHeaders=([^\s,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.get("authorization") ?? "",
  );
  const [, credential, signedHeaders, signature] = match ?? [];
  const longDate = headers.get("x-amz-date");
  const payloadHash = headers.get("x-amz-content-sha256");
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw denied("The request carries no Signature Version 4.");
  }
  if (longDate === undefined || payloadHash === undefined) {
    throw denied("A signed request needs the headers x-amz-date and x-amz-content-sha256.");
  }
  return { credential, longDate, signedHeaders: new Set(signedHeaders.split(";")), signature, payloadHash };
}

function presignedClaim({ query, headers }: ReceivedRequest): Claim {
  const credential = query.get("X-Amz-Credential");
  const longDate = query.get("X-Amz-Date");
  const signedHeaders = query.get("X-Amz-SignedHeaders");
  const signature = query.get("X-Amz-Signature");
  const expires = Number(query.get("X-Amz-Expires"));
  if (query.get("X-Amz-Algorithm") !== ALGORITHM || headers.has("authorization")) {
    throw denied("A presigned request is signed once, in its query, with AWS4-HMAC-SHA256.");
  }
  if (credential === undefined || longDate === undefined || signedHeaders === undefined || signature === undefined) {
    throw denied("The presigned query is incomplete.");
  }
  if (!Number.isInteger(expires) || expires < 1 || expires > LONGEST_PRESIGNED_SECONDS) {
    throw denied("X-Amz-Expires must be from 1 to 604800 seconds.");
  }
  if ((query.get("X-Amz-Content-Sha256") ?? UNSIGNED_PAYLOAD) !== UNSIGNED_PAYLOAD) {
    throw denied("A presigned request's payload is UNSIGNED-PAYLOAD.");
  }
  const names = new Set(signedHeaders.split(";"));
  return { credential, longDate, signedHeaders: names, signature, payloadHash: UNSIGNED_PAYLOAD, expires };
}

/** Checks that the host and every `x-amz-` header are signed. A missing signed header changes the signature. */
function requireSignedHeaders({ headers }: ReceivedRequest, { signedHeaders }: Claim): void {
  const amz = [...headers.keys()].filter((name) => name.startsWith("x-amz-"));
  const unsigned = ["host", ...amz].find((name) => !signedHeaders.has(name));
  if (unsigned !== undefined) throw denied(`The header ${unsigned} must be signed.`);
}

function denied(message: string): S3Error {
  return new S3Error("AccessDenied", message);
}

/** Compares two texts; in constant time when they have the same length. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Percent-encodes all but the unreserved characters of RFC 3986, as Signature Version 4 requires. */
function escapeUri(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
