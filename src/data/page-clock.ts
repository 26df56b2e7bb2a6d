import { createServerClock } from '../../workers/device/server-clock.ts';

/**
 * The time that this page goes by: the server's, as the open store has it from the replication worker. What is shown and what is written goes
 * by it, never by the clock of the device, which may be wrong.
 */
export const pageClock = createServerClock();
