/** A real identity provider (`oidc-provider`) on this machine. Its own sign-in pages take any name and password. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const CLIENT = { client_id: 'kith', client_secret: 'a secret of this run' };

export type Claims = Readonly<Record<string, unknown>>;
export type RealProvider = Awaited<ReturnType<typeof startRealProvider>>;

/** Starts the provider. Its pages ask for the sign-in, then for consent. */
export async function startRealProvider() {
  const people = new Map<string, Claims>();
  const pictures = new Map<string, Buffer>();
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => {
    const picture = pictures.get(request.url ?? '');
    if (picture) response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    else answer?.(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** the environment variables that make the server use this provider */
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: CLIENT.client_id, OIDC_CLIENT_SECRET: CLIENT.client_secret, OIDC_NAME: 'Our house' },
    /** Registers the server at this address as a client. Before that the provider answers nothing. */
    register(publicUrl: string): void {
      const provider = new Provider(url, {
        clients: [
          {
            ...CLIENT,
            redirect_uris: [`${publicUrl}/google-auth/callback`],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
          },
        ],
        cookies: { keys: ['a key of this run'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'given_name', 'family_name'] },
        findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
      });
      answer = provider.callback();
    },
    /** Sets the claims about the account with this name. */
    knows(name: string, claims: Claims): void {
      people.set(name, claims);
    },
    /** Serves a picture at an address of the provider, and returns the address. */
    shows(path: string, bytes: Buffer): string {
      pictures.set(path, bytes);
      return `${url}${path}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Walks through the provider's pages as a browser does: signs in by this name, consents, and is sent back. Returns the query it is sent
 * back with. `jar` has the cookies of a browser that was there before; `onForm` is called with each page that asks for something.
 */
export async function walkThrough(
  provider: RealProvider,
  begin: string,
  name: string,
  jar = new Map<string, string>(),
  onForm: (asks: 'login' | 'consent') => void = () => undefined,
): Promise<string> {
  let next = new URL(begin);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(key, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location) {
      next = new URL(location, next);
      if (next.origin !== new URL(provider.url).origin) return next.search.slice(1);
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`a page of the provider without a form: ${page.slice(0, 300)}`);
    next = new URL(action, next);
    const asks = page.includes('name="password"') ? 'login' : 'consent';
    onForm(asks);
    form =
      asks === 'login'
        ? new URLSearchParams({ prompt: 'login', login: name, password: 'any' })
        : new URLSearchParams({ prompt: 'consent' });
  }
  throw new Error('the provider leads round in a circle');
}
