/**
 * Why this server can call no device. `loopback`: it is reached on its own machine only, and no push service there was named. `no_way_out`:
 * none of the push services that it tried last could be reached.
 */
export type PushOffReason = 'loopback' | 'no_way_out';

export const pushOffReasons = ['loopback', 'no_way_out'] as const satisfies readonly PushOffReason[];
