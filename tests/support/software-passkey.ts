/** A passkey in software that claims whatever a test chooses. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

interface Assertion {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly verified: boolean;
  readonly counter: number;
  readonly type: string;
  readonly userHandle: string;
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>;

/** A new key for this server. `userHandle` is taken from the options that it was made with. */
export function softwarePasskey(url: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  let userHandle = '';
  let counter = 0;

  const complete = (assertion: Partial<Assertion>): Assertion => ({
    challenge: '',
    origin: url,
    rpId: new URL(url).hostname,
    verified: true,
    counter,
    type: 'webauthn.get',
    userHandle,
    ...assertion,
  });
  const authData = (assertion: Assertion, flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(assertion.counter);
    return Buffer.concat([sha256(assertion.rpId), Buffer.from([flags | PRESENT | (assertion.verified ? VERIFIED : 0)]), count, rest]);
  };
  const client = ({ type, challenge, origin }: Assertion) => text({ type, challenge, origin, crossOrigin: false });
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    id: credential.id,
    /** The answer of a browser that has created this passkey with these options. */
    make(options: { challenge: string; user: { id: string } }, different: Partial<Assertion> = {}) {
      userHandle = options.user.id;
      const assertion = complete({ challenge: options.challenge, type: 'webauthn.create', ...different });
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.byteLength]), id, cose]);
      const data = authData(assertion, WITH_KEY, key);
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex');
      const attestationObject = Buffer.concat([head, Buffer.from([data.byteLength]), data]).toString('base64url');
      return { ...credential, response: { clientDataJSON: client(assertion), attestationObject, transports: ['internal'] } };
    },
    /** The answer of a browser that has signed in with it. Each call increases the counter by one. */
    sign(options: { challenge: string }, different: Partial<Assertion> = {}) {
      counter += 1;
      const assertion = complete({ challenge: options.challenge, ...different });
      const data = authData(assertion, 0);
      const clientDataJSON = client(assertion);
      const signature = sign('sha256', Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: assertion.userHandle,
        },
      };
    },
  };
}
