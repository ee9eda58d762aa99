/** What may be paid from an account, by how well the bank knows its holder. Kobo. */
export interface Limits {
  readonly singleLimit: bigint;
  readonly dailyLimit: bigint;
}

/** 1: no BVN. 2: a person with a BVN. 3: companies, and the pool account of a wallet. */
export const limitsOfTier: Readonly<Record<1 | 2 | 3, Limits>> = {
  1: { singleLimit: 30_000_00n, dailyLimit: 30_000_00n },
  2: { singleLimit: 100_000_00n, dailyLimit: 100_000_00n },
  3: { singleLimit: 1_000_000_00n, dailyLimit: 10_000_000_00n },
};
