import type { DeviceRealm } from '../../../workers/device/session/device-realm.ts';

/** The realm that a history is played in, and that its devices take over: the process's own, or one with a simulated clock. */
export type HistoryRealm = Omit<DeviceRealm, 'fetch'>;
