/**
 * An identity provider on this machine that signs and answers whatever the test chooses, so that a test can forge what no honest provider
 * sends.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const CLIENT_ID = 'kith';
export const CLIENT_SECRET = 'a secret that is long enough to be a key of HS256';

type Answer = (request: IncomingMessage, response: ServerResponse, body: URLSearchParams) => void;

/** How the next answers differ from those of an honest provider. */
export interface Forgery {
  readonly claims?: Record<string, unknown>;
  /** made by the test itself, in place of the signed token */
  readonly idToken?: (claims: JWTPayload) => Promise<string> | string;
  readonly token?: Answer;
  readonly userinfo?: Answer;
  readonly jwks?: Answer;
  readonly discovery?: Answer;
}

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
};

export async function startHostileProvider() {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  let forgery: Forgery = {};
  /** the query that the browser was sent to the provider with */
  let authorizationQuery = new URLSearchParams();
  const requests: string[] = [];

  const sign = (claims: JWTPayload, key = keys.privateKey): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);

  function claims(): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: url, aud: CLIENT_ID, iat: now, exp: now + 300, nonce: authorizationQuery.get('nonce') ?? '', ...forgery.claims };
  }

  const answers: Record<string, Answer> = {
    '/.well-known/openid-configuration': (_, response) =>
      json(response, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // Offers more algorithms than is safe: a client must not use them.
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        authorization_response_iss_parameter_supported: false,
      }),
    '/jwks': (_, response) => json(response, { keys: [jwk] }),
    '/token': (_, response) =>
      void Promise.resolve((forgery.idToken ?? sign)(claims())).then((id_token) =>
        json(response, { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token }),
      ),
    '/userinfo': (_, response) => json(response, { sub: 'nobody' }),
  };
  const named = { '/.well-known/openid-configuration': 'discovery', '/jwks': 'jwks', '/token': 'token', '/userinfo': 'userinfo' } as const;

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const own = path in named ? forgery[named[path as keyof typeof named]] : undefined;
      const answer = own ?? answers[path];
      if (answer) answer(request, response, new URLSearchParams(Buffer.concat(pieces).toString()));
      else json(response, {}, 404);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requests,
    sign,
    /** the environment variables that make the server use this provider */
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    forge(next: Forgery) {
      forgery = next;
    },
    /** The browser arrives at this address and signs in. */
    visit(address: string) {
      authorizationQuery = new URL(address).searchParams;
      return authorizationQuery;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
