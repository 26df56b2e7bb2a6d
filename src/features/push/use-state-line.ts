import { useClock } from '../../ui/behaviour/use-clock.ts';
import type { PushDevice } from './push-device.ts';
import type { PushState } from './push-state.ts';
import { stateLine } from './push-words.ts';

const MINUTE = 60_000;
/** The worker noted the arrival by the clock of the device, so that is the one to compare with. */
const deviceClock = (): number => Date.now();

/** The line about notices on this device, with a time that is kept current. */
export function useStateLine({ state, arrived }: Pick<PushDevice, 'arrived'> & { readonly state: PushState }): string {
  const now = useClock((at) => (arrived === null ? undefined : arrived + (Math.floor((at - arrived) / MINUTE) + 1) * MINUTE), deviceClock);
  return stateLine(state, arrived, now);
}
