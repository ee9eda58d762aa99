/** The body is not an OTLP request at all. The message says where and what, and quotes nothing of the body. */
export class OtlpDecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OtlpDecodeError";
  }
}

/**
 * One record cannot be stored; its neighbours can. Thrown while a record is read and caught by the loop over records.
 * Not an Error: a request may hold 100,000 such records, and nobody reads their stack traces.
 */
export class RecordFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Reasons that both encodings share, so that one request gets one answer whichever way it was encoded. */
export const reasons = {
  traceId: "traceId must be 16 bytes and not all zeros",
  spanId: "spanId must be 8 bytes and not all zeros",
  parentSpanId: "parentSpanId must be 8 bytes or empty",
  link: "the ids of a link must be 16 and 8 bytes",
  nul: "text holds U+0000, which cannot be stored",
  notUnicode: "text is not well-formed Unicode",
  size: "it is larger than 2 MiB",
  values: "it holds more than 100000 attributes, values, events and links",
  numbers: "its buckets hold more than 300000 numbers",
  depth: "values are nested deeper than 32 levels",
  time: (field: string) => `${field} must be less than 2^63`,
  ahead: (field: string) => `${field} is more than 24 hours ahead of the server's clock`,
} as const;
