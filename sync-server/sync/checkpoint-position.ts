import type { Checkpoint } from '../../schemas/protocol/sync.ts';

/**
 * How far a device is with one collection in one scope: it holds everything with `downTo <= seq <= upTo`. With `downTo` 1 or
 * less nothing older is left; with `upTo` at the head nothing newer.
 */
export interface Position {
  upTo: number;
  downTo: number;
}

/**
 * Reads what a device says of itself. Numbers that cannot be (upside down, or beyond the head, as after a restore from a backup
 * that nobody told of) are void, null: the device is to forget what it held there and to fetch it again. That costs time;
 * believing them would leave rows out, or keep some that are not.
 */
export function readPosition(state: Checkpoint[string] | undefined, head: number): Position | null {
  const [upTo, downTo] = typeof state === 'number' ? [state, 0] : (state ?? [head, head + 1]);
  return upTo <= head && downTo <= upTo + 1 ? { upTo, downTo } : null;
}

export const writePosition = (position: Position): number | [number, number] =>
  position.downTo <= 1 ? position.upTo : [position.upTo, position.downTo];

export const isComplete = (position: Position, head: number): boolean => position.upTo >= head && position.downTo <= 1;
