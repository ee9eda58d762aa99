/** The limits of one query. */
export const queryLimits = {
  /** Series that a selector may select. */
  series: 50_000,
  /** Samples that may be read, of all series together: 16 bytes each until the answer is out. */
  samples: 5_000_000,
  /** Steps of a range query after its first moment (Prometheus: "exceeded maximum resolution"). */
  steps: 11_000,
  /** Steps times series: what an answer may hold, at about 25 bytes each. */
  points: 20_000_000,
  /** Exemplars in one answer. */
  exemplars: 10_000,
  /** Bytes of them as they are stored: labels and values. */
  exemplarBytes: 16 * 1024 * 1024,
  /** Names, values or series in one list. */
  listed: 100_000,
} as const;
