/** Answers of an OTLP/HTTP endpoint, in the encoding of the request (OTLP specification, "OTLP/HTTP Response"). */
import type { OtlpEncoding } from "./decode.ts";
import { ProtobufWriter } from "./protobuf/writer.ts";

/** The part of a request that was rejected. */
export interface Rejections {
  /** How many spans, log records or data points. */
  readonly rejected: number;
  /** Of these, and of what was lost beside them; empty when nothing was. */
  readonly errorMessage: string;
}

/**
 * An Export…ServiceResponse in JSON; `counted` is the field that its signal counts in. `partialSuccess` is there when something was rejected,
 * or taken with a warning, as an exemplar is that cannot be kept.
 */
export function exportResponse<Field extends string>(counted: Field, { rejected, errorMessage }: Rejections) {
  const partialSuccess = { [counted]: rejected, errorMessage } as Record<Field, number> & { errorMessage: string };
  return errorMessage === "" ? {} : { partialSuccess };
}

/** Any of these responses in protobuf: all signals number their fields alike. */
export function encodeExportResponse({ rejected, errorMessage }: Rejections): Buffer {
  const response = new ProtobufWriter();
  if (errorMessage !== "") response.delimited(1, messageOf(rejected, errorMessage));
  return response.written;
}

/** A google.rpc.Status, the body of every OTLP error. `code` is one of google.rpc.Code, see `rpcCodeOf`. */
export function encodeStatus(
  { code, message }: { readonly code: number; readonly message: string },
  encoding: OtlpEncoding,
): Buffer {
  return encoding === "json" ? Buffer.from(JSON.stringify({ code, message })) : messageOf(code, message);
}

/** A message of a number and a text. Proto3 leaves out what is zero or empty. */
function messageOf(number: number, text: string): Buffer {
  const message = new ProtobufWriter();
  if (number !== 0) message.uint64(1, number);
  if (text !== "") message.delimited(2, Buffer.from(text));
  return message.written;
}

/** google.rpc.Code by HTTP status (google/rpc/code.proto names one status per code; the rest is nearest in meaning). */
const rpcCodes: Readonly<Record<number, number>> = {
  401: 16, // UNAUTHENTICATED
  403: 7, // PERMISSION_DENIED
  404: 5, // NOT_FOUND
  405: 12, // UNIMPLEMENTED
  408: 4, // DEADLINE_EXCEEDED
  409: 10, // ABORTED
  429: 8, // RESOURCE_EXHAUSTED
  499: 1, // CANCELLED
  501: 12, // UNIMPLEMENTED
  502: 14, // UNAVAILABLE
  503: 14, // UNAVAILABLE
  504: 4, // DEADLINE_EXCEEDED
};
const invalidArgument = 3;
const internal = 13;

/** The google.rpc.Code that goes with an HTTP error status. */
export function rpcCodeOf(httpStatus: number): number {
  return rpcCodes[httpStatus] ?? (httpStatus < 500 ? invalidArgument : internal);
}
