/** What the load counts about its own requests and streams. */
export interface Meter {
  requests: number;
  /** how often each reason occurred: a status, a refusal or a broken connection */
  readonly failed: Map<string, number>;
  /** bytes of answers, without headers */
  answerBytes: number;
  streamBytes: number;
  pulls: number;
  /** streams that ended and were opened again */
  reopened: number;
  /** heartbeats that named a change of which the stream had brought no frame yet, so that the device pulled */
  aheadOfFrames: number;
}

export const newMeter = (): Meter => ({
  requests: 0,
  failed: new Map(),
  answerBytes: 0,
  streamBytes: 0,
  pulls: 0,
  reopened: 0,
  aheadOfFrames: 0,
});

export const countFailure = (meter: Meter, reason: string): void => void meter.failed.set(reason, (meter.failed.get(reason) ?? 0) + 1);

export const failuresOf = ({ failed }: Meter): number => [...failed.values()].reduce((total, count) => total + count, 0);
