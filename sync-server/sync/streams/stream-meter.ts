/** Measures what the streams send. Each delivery calls it, so a call must cost next to nothing. */
export interface StreamMeter {
  /** How many frames were written, and how many bytes with their pull marks, over all streams. */
  sent(frames: number, bytes: number): void;
  /** How long the oldest change in a delivery had waited since this process learned of it: since its commit, or since the bus named it. */
  delivered(seconds: number): void;
}

export const noMeter: StreamMeter = { sent: () => undefined, delivered: () => undefined };
