/** Random numbers that come again with the same seed. */

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;

/** Spreads a number over 32 bits, as the last step of MurmurHash3 does. */
export function spreadBits(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** The generator xorshift32 of Marsaglia, "Xorshift RNGs" (2003). */
export function seededRandom(seed: number): Random {
  // Its state must not be 0.
  let state = spreadBits(seed) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

/** A whole number from 0 up to, but not including, `limit`. */
export const integerBelow = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Changes the order of all numbers of the list to a random one. */
export function shuffle(list: Int32Array, random: Random): Int32Array {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = integerBelow(random, last + 1);
    const moved = list[last] as number;
    list[last] = list[other] as number;
    list[other] = moved;
  }
  return list;
}

/** The numbers from 0 up to, but not including, `count`, in a random order. */
export const shuffledNumbers = (count: number, random: Random): Int32Array =>
  shuffle(
    new Int32Array(count).map((_, nth) => nth),
    random,
  );
