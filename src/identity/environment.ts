/** Test and live data are kept apart. The prefix of the key id decides which of them a caller sees. */
export const environments = ["test", "live"] as const;

export type Environment = (typeof environments)[number];
