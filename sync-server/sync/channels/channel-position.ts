/**
 * How far a reader of a channel is: for each scope, the number up to which its events were sent. The position travels as the id of an
 * event, so `Last-Event-ID` tells any server where to continue. It is signed for one member, channel and epoch, so that nobody reads a log
 * from a made-up position. An id with a wrong signature is no position.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type ChannelPosition = ReadonlyMap<number, number>;

/** The key that signs ids, and what an id is valid for. */
export interface PositionSeal {
  readonly key: string;
  readonly epoch: string;
  readonly viewer: string;
  readonly channel: string;
}

const MAC_BYTES = 12;
/** More than any reader's scopes take. */
const MAX_ID_LENGTH = 8_192;

const sign = (seal: PositionSeal, body: Uint8Array): Buffer =>
  createHmac('sha256', seal.key).update(`${seal.epoch}\n${seal.viewer}\n${seal.channel}\n`).update(body).digest().subarray(0, MAC_BYTES);

export function encodePosition(seal: PositionSeal, position: ChannelPosition): string {
  const bytes: number[] = [];
  const push = (number: number): void => {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  let before = 0;
  for (const [scope, seq] of [...position].sort(([a], [b]) => a - b)) {
    push(scope - before);
    push(seq);
    before = scope;
  }
  const body = Uint8Array.from(bytes);
  return Buffer.concat([sign(seal, body), body]).toString('base64url');
}

/** The position of this id; null where this database did not issue it to this member for this channel. */
export function decodePosition(seal: PositionSeal, id: string): ChannelPosition | null {
  if (id.length > MAX_ID_LENGTH || !/^[\w-]+$/.test(id)) return null;
  const bytes = Buffer.from(id, 'base64url');
  const body = bytes.subarray(MAC_BYTES);
  if (bytes.length < MAC_BYTES || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(seal, body))) return null;
  const numbers: number[] = [];
  let [number, unit] = [0, 1];
  for (const byte of body) {
    number += (byte % 128) * unit;
    if (byte > 127) unit *= 128;
    else {
      numbers.push(number);
      [number, unit] = [0, 1];
    }
  }
  const position = new Map<number, number>();
  let scope = 0;
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    scope += numbers[at] ?? 0;
    position.set(scope, numbers[at + 1] ?? 0);
  }
  return position;
}
