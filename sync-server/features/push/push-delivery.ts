/** How a call reaches one device. What is sent and when is decided elsewhere (`calls/`). */

/** A device that can be called. */
export interface Subscription {
  readonly sessionId: string;
  readonly endpoint: string;
  /** an uncompressed point of P-256, 65 bytes */
  readonly p256dh: Buffer;
  /** 16 bytes */
  readonly auth: Buffer;
}

export interface PushMessage {
  /** JSON, as `schemas/push/payload.ts` makes it */
  readonly payload: string;
  /** A newer message with the same topic replaces one that has not arrived yet. At most 32 characters of base64url. */
  readonly topic: string;
  /** how long the push service keeps it for a device that is away */
  readonly ttlSeconds: number;
  readonly urgency: 'normal' | 'high';
}

/**
 * `accepted`: the service has it. `gone`: the device is not there any more (404, 410), and nothing else means that. `later`: the service
 * failed, rests or limits; try again after so many seconds. `refused`: it will never take this message; an error of ours.
 */
export type PushOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly seconds: number }
  | { readonly kind: 'refused'; readonly status: number };

export const pushOutcomes = ['accepted', 'gone', 'later', 'refused'] as const satisfies readonly PushOutcome['kind'][];

export interface PushDelivery {
  /** Never throws: what fails is an outcome. */
  send(subscription: Subscription, message: PushMessage): Promise<PushOutcome>;
  /** Waits for what is being sent. */
  close(): Promise<void>;
}
