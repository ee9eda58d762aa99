/** The bytes of policy documents, wherever the insurer keeps them. */
import { isIP, type LookupFunction } from "node:net";
import { DestinationRefused, type Destinations } from "#src/webhooks/destinations.ts";
import type { CallOptions, InsurerClient } from "./client.ts";
import { type Failure, InsurerFailure, type RedirectRule } from "./failure.ts";
import { AnswerTooLarge, type HttpAnswer, httpExchange, unlessAborted } from "./http-exchange.ts";
import type { Schemas } from "./protocol.ts";

export interface FetchedDocument {
  readonly filename: string;
  /** As the insurer names it; not checked. */
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Documents are held in memory, up to here. */
export const documentCeilingBytes = 10 * 1024 * 1024;

/** From the first look at the address to the last byte (ms). */
const downloadDeadlineMs = 15_000;

const operationId = "getPolicyDocument";

/**
 * Throws InsurerFailure: `too_large` for an inlined document over 10 MiB; `redirect_refused` for an address that the
 * policy does not allow and for a download over 10 MiB.
 */
export async function fetchDocument(
  client: InsurerClient,
  path: { readonly policyId: string; readonly documentId: string },
  destinations: Destinations,
  options: CallOptions,
): Promise<FetchedDocument> {
  const content = await client.call(operationId, { path }, options).catch((error: unknown) => {
    throw isOverlong(error) ? failed(client, { kind: "too_large", limitBytes: documentCeilingBytes }, error) : error;
  });
  const { filename, mediaType } = content;
  const bytes =
    content.delivery === "inline"
      ? decode(client, content.content)
      : await download(
          client,
          content,
          destinations,
          Math.min(options.deadlineMs ?? downloadDeadlineMs, client.mostMs),
        );
  return { filename, mediaType, bytes };
}

function failed(client: InsurerClient, failure: Failure, cause?: unknown): InsurerFailure {
  return new InsurerFailure(client.insurer.id, operationId, failure, cause);
}

function isOverlong(error: unknown): boolean {
  if (!(error instanceof InsurerFailure)) return false;
  const { failure } = error;
  if (failure.kind === "too_large") return true;
  return (
    failure.kind === "invalid" &&
    failure.findings.some(({ path, code }) => path === "/body/content" && code === "maxLength")
  );
}

function decode(client: InsurerClient, base64: string): Buffer {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    const finding = { path: "/body/content", code: "contentEncoding", message: "is not base64" };
    throw failed(client, { kind: "invalid", status: 200, findings: [finding] });
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > documentCeilingBytes)
    throw failed(client, { kind: "too_large", limitBytes: documentCeilingBytes });
  return bytes;
}

async function download(
  client: InsurerClient,
  { url }: Schemas["RedirectedDocument"],
  destinations: Destinations,
  deadlineMs: number,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(deadlineMs);
  let answer: HttpAnswer;
  try {
    // Name resolution cannot be aborted, but it need not be waited for.
    const admitted = await unlessAborted(admitRedirect(url, client.insurer.redirectHosts, destinations), signal);
    answer = await httpExchange({
      ...admitted,
      method: "GET",
      headers: { "Accept-Encoding": "identity" },
      ceilingBytes: documentCeilingBytes,
      signal,
      agent: false,
    });
  } catch (error) {
    if (signal.aborted) throw failed(client, { kind: "timeout", deadlineMs }, error);
    if (error instanceof RedirectRefused) throw failed(client, { kind: "redirect_refused", rule: error.rule }, error);
    if (error instanceof AnswerTooLarge) throw failed(client, { kind: "redirect_refused", rule: "size" }, error);
    const reason = (error as NodeJS.ErrnoException).code ?? "the download failed";
    throw failed(client, { kind: "unreachable", reason }, error);
  }
  if (answer.status >= 300 && answer.status < 400) throw failed(client, { kind: "redirect_refused", rule: "hop" });
  if (answer.status !== 200) throw failed(client, { kind: "unreachable", reason: `status ${answer.status}` });
  return answer.bytes;
}

export class RedirectRefused extends Error {
  readonly rule: RedirectRule;

  constructor(rule: RedirectRule) {
    super(`refused by the rule ${rule}`);
    this.name = "RedirectRefused";
    this.rule = rule;
  }
}

export interface AdmittedRedirect {
  readonly url: URL;
  /** Dials the address that was looked at. */
  readonly lookup: LookupFunction;
}

/**
 * Where a document may be fetched from: a host on the insurer's list, and then whatever a public destination must be
 * (https, nothing but public addresses behind the name). The address that was looked at is the one that is dialled, so
 * that the name cannot lead elsewhere a moment later.
 *
 * `hosts` carry their port unless it is 443. Loopback is open where `destinations` opens it, and then only for hosts on
 * the list too. Throws RedirectRefused.
 */
export async function admitRedirect(
  address: string,
  hosts: readonly string[],
  destinations: Destinations,
): Promise<AdmittedRedirect> {
  if (!hosts.includes(URL.parse(address)?.host ?? "")) throw new RedirectRefused("host");
  try {
    const { url, addresses } = await destinations.check(address);
    const [first] = addresses;
    if (first === undefined) throw new RedirectRefused("unresolvable");
    return { url, lookup: pinnedTo(first) };
  } catch (error) {
    throw error instanceof DestinationRefused ? new RedirectRefused(error.rule) : error;
  }
}

function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_hostname, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
