/** Bytes of symbols that are read whole. Larger files cannot be used: a map is parsed to many times its size. */
export const mostTextBytes = { sourceMap: 64 * 1024 * 1024, mapping: 384 * 1024 * 1024 } as const;
