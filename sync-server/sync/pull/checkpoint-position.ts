import type { Checkpoint } from '../../../schemas/protocol/sync.ts';

/**
 * How far a device is with one collection in one scope: it has everything with `downTo <= seq <= upTo`. With `downTo` at 1 or less it has
 * all older rows too, and with `upTo` at the head all newer ones.
 */
export interface Position {
  upTo: number;
  downTo: number;
}

/**
 * Reads the position that a device sends. Impossible numbers are void (null): they are upside down, or beyond the head, as after a restore
 * from a backup that nobody declared. The device must then forget what it has there and fetch it again. That costs time, but trusting such
 * numbers would leave rows out, or keep rows that no longer exist.
 */
export function readPosition(state: Checkpoint[string] | undefined, head: number): Position | null {
  const [upTo, downTo] = typeof state === 'number' ? [state, 0] : (state ?? [head, head + 1]);
  return upTo <= head && downTo <= upTo + 1 ? { upTo, downTo } : null;
}

export const writePosition = (position: Position): number | [number, number] =>
  position.downTo <= 1 ? position.upTo : [position.upTo, position.downTo];

export const isComplete = (position: Position, head: number): boolean => position.upTo >= head && position.downTo <= 1;
