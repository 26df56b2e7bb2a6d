import { createServerClock } from '../../../workers/device/server-clock.ts';

/**
 * The clock of this page: the server's time, which the open store gets from the replication worker. Everything shown and written uses it,
 * never the clock of the device, which may be wrong.
 */
export const pageClock = createServerClock();
