/** Limits of one request. The size of the body itself is checked earlier. */
export const limits = {
  /** Spans or log records, the rejected ones included. */
  records: 100_000,
  /** Resources and scopes, those without records included. */
  origins: 100_000,
  /** Attributes, array elements, events and links together: two bytes of protobuf can become 70 characters of text. */
  values: 2_000_000,
  /** The same in one record, resource or scope, which is read without a pause. */
  recordValues: 100_000,
  /** Buckets or quantiles of one data point. */
  buckets: 10_000,
  /** Counts and bounds of buckets in one metric, which is read without a pause. */
  recordNumbers: 300_000,
  /** Bytes of one record, resource or scope, in either encoding. */
  recordBytes: 2 * 1024 * 1024,
  /** Fields of protobuf that no message of ours has. */
  unknownFields: 1_000_000,
  /** Nested AnyValues: an attribute's value is level 1. Protobuf's own implementations stop at 100 messages. */
  depth: 32,
  /** Brackets of a JSON body: enough for 32 levels of key-value lists (four brackets each) inside a span's event. */
  jsonDepth: 160,
  /** Objects and arrays of a JSON body: an attribute is two, so that a body of ordinary attributes never gets there. */
  jsonContainers: 2_000_000,
  /** Elements of the lists into which a long JSON body is taken apart. */
  elements: 2_000_000,
  /** Characters of a number in JSON. */
  numberLength: 400,
  /** Characters of resource and scope text once they are repeated in every record's row. */
  sharedText: 256 * 1024 * 1024,
} as const;
