/**
 * How many people something happened to, in bounded memory: the hashes of up to 128 of them, and HyperLogLog beyond that (Flajolet and
 * others, 2007), with 1,024 registers: within 3.3 % in two of three cases.
 */

/** As JSON: hashes of 32 bits, or the registers in base64. */
export type UserSketch = readonly number[] | string;

const mostListed = 128;
const indexBits = 10;
const registerCount = 1 << indexBits;

/** The users of both. */
export function joinedUsers(one: UserSketch, other: UserSketch): UserSketch {
  if (typeof one !== "string" && typeof other !== "string") {
    if (other.every((user) => one.includes(user))) return one;
    const all = new Set([...one, ...other]);
    if (all.size <= mostListed) return [...all];
    return encoded(registersOf([...all]));
  }
  const registers = registersOf(one);
  for (const [index, rank] of registersOf(other).entries()) if (rank > (registers[index] ?? 0)) registers[index] = rank;
  return encoded(registers);
}

export function countUsers(sketch: UserSketch): number {
  if (typeof sketch !== "string") return sketch.length;
  const registers = registersOf(sketch);
  let sum = 0;
  let empty = 0;
  for (const rank of registers) {
    sum += 2 ** -rank;
    if (rank === 0) empty += 1;
  }
  const estimate = ((0.7213 / (1 + 1.079 / registerCount)) * registerCount * registerCount) / sum;
  // Few users leave registers empty, which tell better how many there are.
  const isSmall = estimate <= 2.5 * registerCount && empty > 0;
  return Math.round(isSmall ? registerCount * Math.log(registerCount / empty) : estimate);
}

function registersOf(sketch: UserSketch): Uint8Array {
  if (typeof sketch === "string") return new Uint8Array(Buffer.from(sketch, "base64"));
  const registers = new Uint8Array(registerCount);
  for (const bits of sketch) {
    const index = bits >>> (32 - indexBits);
    // The place of the first one among the other bits, from 1.
    const rank = Math.min(Math.clz32((bits << indexBits) >>> 0) + 1, 32 - indexBits + 1);
    if (rank > (registers[index] ?? 0)) registers[index] = rank;
  }
  return registers;
}

function encoded(registers: Uint8Array): string {
  return Buffer.from(registers).toString("base64");
}
