/** A certificate for this machine, written byte by byte (X.509 in DER), so that no program and no package is needed for it. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSigned {
  /** PEM, which a client trusts by naming it as a certificate authority */
  readonly certificate: string;
  /** PEM */
  readonly key: string;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';

function element(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const { length } = content;
  const header = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(header), content]);
}
const sequence = (...parts: readonly Buffer[]) => element(0x30, ...parts);
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => element(0x03, Buffer.of(0), content);
const time = (at: number) => element(0x18, new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, ''));
const extension = (id: string, value: Buffer) => sequence(oid(id), element(0x04, value));

export function selfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(element(0x31, sequence(oid(COMMON_NAME), element(0x0c, 'Kith test'))));
  const serial = element(0x02, Buffer.of(1), randomBytes(8));
  const names = sequence(element(0x82, 'localhost'), element(0x87, Buffer.of(127, 0, 0, 1)));
  const isAuthority = sequence(element(0x01, Buffer.of(0xff)));
  const content = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    serial,
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(extension(BASIC_CONSTRAINTS, isAuthority), extension(SUBJECT_ALT_NAME, names))),
  );
  const certificate = sequence(content, algorithm, bits(sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
