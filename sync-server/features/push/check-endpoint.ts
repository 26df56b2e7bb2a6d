/**
 * Where a device may be called. The device names the address, so it must belong to the push service of a browser, or be one that the
 * operator named: nobody may send this server to another machine.
 */

/** The push services of browsers: the host that most of their endpoints have, and the name below which all others are. */
const services = [
  { name: 'google', host: 'fcm.googleapis.com' },
  { name: 'mozilla', host: 'updates.push.services.mozilla.com', below: '.push.services.mozilla.com' },
  { name: 'apple', host: 'web.push.apple.com', below: '.push.apple.com' },
  // Edge's. It has a host for each of its places.
  { name: 'microsoft', below: '.notify.windows.com' },
] as const;
/** The hosts of Chrome, Firefox and Safari. */
export const knownServices: readonly string[] = services.flatMap((service) => ('host' in service ? service.host : []));
/** Who runs them; `named` is any host that the operator named. So many services there are, however many hosts devices name. */
export const serviceNames = [...services.map(({ name }) => name), 'named'] as const;
export type ServiceName = (typeof serviceNames)[number];
/** Endpoints of today have 500 characters at most. */
const LONGEST = 2_000;

export interface AllowedEndpoint {
  readonly url: URL;
  /** Who runs the service. One that the operator named may be on a private network. */
  readonly service: ServiceName;
}

/** The host and port of a URL, as PUSH_HOSTS has them. */
export const hostAndPort = ({ hostname, port }: URL): string => `${hostname}:${port || 443}`;

function serviceAt(hostname: string): ServiceName | undefined {
  // No part of the name is empty, and a name that ends in a dot is another text for the same host.
  if (!/^[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(hostname)) return undefined;
  return services.find(
    (service) => ('host' in service && service.host === hostname) || ('below' in service && hostname.endsWith(service.below)),
  )?.name;
}

/** Null if no device may be called there. */
export function checkEndpoint(endpoint: string, pushHosts: readonly string[]): AllowedEndpoint | null {
  if (endpoint.length > LONGEST || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  const { protocol, username, password, port, hostname, hash } = url;
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return null;
  if (pushHosts.includes(hostAndPort(url))) return { url, service: 'named' };
  const service = port === '' ? serviceAt(hostname) : undefined;
  return service ? { url, service } : null;
}
