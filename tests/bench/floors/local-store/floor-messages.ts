import type { WireDocument } from '../../../../schemas/protocol/sync.ts';

export type FloorRequest = Readonly<Record<string, readonly WireDocument[]>>;
export interface FloorResult {
  readonly openMs: number;
  readonly writeMs: number;
}
