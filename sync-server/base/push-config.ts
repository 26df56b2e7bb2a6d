/** Judges the settings of Web Push. */
import { createECDH } from 'node:crypto';

/** A pair of keys of P-256. */
export interface PushKeysConfig {
  /** an uncompressed point, 65 bytes */
  readonly publicKey: Buffer;
  /** 32 bytes */
  readonly privateKey: Buffer;
}

const CURVE = 'prime256v1';

/** @throws Error when it is no private key of P-256 */
export function publicKeyOf(privateKey: Buffer): Buffer {
  const keys = createECDH(CURVE);
  keys.setPrivateKey(privateKey);
  return keys.getPublicKey();
}

export function isP256Point(text: string): boolean {
  const point = Buffer.from(text, 'base64url');
  if (!/^[\w-]{87}$/.test(text) || point[0] !== 4) return false;
  try {
    const keys = createECDH(CURVE);
    keys.generateKeys();
    keys.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

export function isP256Number(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  try {
    publicKeyOf(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a host with its port, and nothing else. */
export function isHostAndPort(text: string): boolean {
  const port = Number(/^(?:[a-z\d]|[a-z\d][a-z\d.-]*[a-z\d]|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(text)?.[1]);
  return port > 0 && port <= 65_535 && URL.canParse(`https://${text}`);
}
