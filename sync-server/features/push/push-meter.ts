import type { ServiceName } from './check-endpoint.ts';
import type { PushOutcome } from './push-delivery.ts';

/** Counts what becomes of messages to devices. */
export interface PushMeter {
  ended(service: ServiceName, outcome: PushOutcome['kind']): void;
}

export const noPushMeter: PushMeter = { ended: () => undefined };
