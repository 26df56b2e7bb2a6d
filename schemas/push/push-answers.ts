import type { PushOffReason } from './push-off.ts';

/** The answer of `GET /push/key`. */
export interface PushKeyAnswer {
  /** base64url of the server's public key; null if there is nothing to subscribe to */
  readonly key: string | null;
  /** why this server can call no device now; null if it can */
  readonly off: PushOffReason | null;
}

/** The answer of `GET /push/subscription`: what this session has registered, for a comparison with what the browser has. */
export interface OwnSubscriptionAnswer {
  readonly endpoint: string | null;
  /** the key of the device, `p256dh` in base64url without padding */
  readonly key: string | null;
}

/** The answer of `PUT /push/subscription`. */
export interface RegisteredAnswer {
  readonly endpoint: string;
  /** when this endpoint was first registered for this session */
  readonly created_at: string;
}
