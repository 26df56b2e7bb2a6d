import { checkAnswer } from './answer-check.ts';

/** An API client that behaves like a browser: it keeps its cookies, sends its token and parses the envelope. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Bodies that are sent unchanged. */
const isWhole = (body: unknown): body is string | Uint8Array<ArrayBuffer> => typeof body === 'string' || body instanceof Uint8Array;

export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(url: string, jar: Map<string, string> = new Map()) {
  let token: string | undefined;

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isWhole(body) ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await response.text();
    const isJson = text !== '' && (response.headers.get('content-type') ?? '').includes('application/json');
    const answer: ApiAnswer = { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    checkAnswer(method, path, answer);
    return answer;
  }

  return {
    jar,
    call,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) => call('POST', path, body, headers),
    put: (path: string, body: unknown = {}) => call('PUT', path, body),
    delete: (path: string) => call('DELETE', path),
    /** Sets the access token that later calls send; undefined for none. */
    use(accessToken: string | undefined) {
      token = accessToken;
    },
    token: () => token,
    /** Another client with the current cookies: a tab that does not see later answers. */
    copy: () => apiClient(url, new Map(jar)),
  };
}
