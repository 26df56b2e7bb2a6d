import { isHandheld } from '../../data/installed.ts';
import { onText, stateHelp, stateText } from '../../text/push.ts';
import type { PushState } from './push-state.ts';

/** The truth about notices on this device, in one line. */
export function stateLine(state: PushState, arrived: number | null, now: number): string {
  if (state === 'on') return onText(arrived, now);
  return state === 'lost' ? stateText.lost(isHandheld()) : stateText[state];
}

/** What to do about it, or why it is so; undefined where the line says everything. */
export function helpFor(state: PushState): string | undefined {
  switch (state) {
    case 'denied':
      return stateHelp.denied(isHandheld());
    case 'unable':
    case 'home-screen-first':
    case 'loopback':
    case 'no_way_out':
      return stateHelp[state];
    default:
      return undefined;
  }
}
