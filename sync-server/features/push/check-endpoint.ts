/**
 * Where a device may be called. The device names the address, so it must belong to the push service of a browser, or be one that the
 * operator named: nobody may send this server to another machine.
 */

/** The services of Chrome, Firefox and Safari. */
export const knownServices = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'] as const;
/** Mozilla, Apple and Microsoft (Edge) have more hosts below these. */
const parents = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
/** Who runs them; `named` is any host that the operator named. So many services there are, however many hosts devices name. */
export const serviceNames = ['google', 'mozilla', 'apple', 'microsoft', 'named'] as const;
export type ServiceName = (typeof serviceNames)[number];
const domains = [
  ['mozilla', '.mozilla.com'],
  ['apple', '.apple.com'],
  ['microsoft', '.windows.com'],
] as const;
/** Endpoints of today have 500 characters at most. */
const LONGEST = 2_000;

export interface AllowedEndpoint {
  readonly url: URL;
  /** The operator named this host and port, so it may be on a private network. */
  readonly named: boolean;
}

/** Who runs the push service of an endpoint. */
export const serviceOf = ({ url, named }: AllowedEndpoint): ServiceName =>
  named ? 'named' : (domains.find(([, domain]) => url.hostname.endsWith(domain))?.[0] ?? 'google');

/** The host and port of a URL, as PUSH_HOSTS has them. */
export const hostAndPort = ({ hostname, port }: URL): string => `${hostname}:${port || 443}`;

const isKnown = (hostname: string): boolean =>
  knownServices.some((known) => known === hostname) ||
  // No name is empty, and a name that ends in a dot is another text for the same host.
  parents.some((parent) => hostname.endsWith(parent) && /^[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(hostname));

/** Null if no device may be called there. */
export function checkEndpoint(endpoint: string, pushHosts: readonly string[]): AllowedEndpoint | null {
  if (endpoint.length > LONGEST || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  const { protocol, username, password, port, hostname, hash } = url;
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return null;
  if (pushHosts.includes(hostAndPort(url))) return { url, named: true };
  return port === '' && isKnown(hostname) ? { url, named: false } : null;
}
