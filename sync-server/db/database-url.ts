/**
 * DATABASE_URL. As everywhere with Postgres it may name several hosts, of which one takes writes (`postgres://user@one:5432,two:5432/kith`),
 * or the directory of a unix socket (`?host=/directory`).
 */

export interface DatabaseUrl {
  /** the URL with its first host only */
  readonly url: URL;
  /** all hosts with their ports, in the order in which they are tried */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** the directory of a unix socket; null for a database that is reached by network */
  readonly socketDir: string | null;
}

const DEFAULT_PORT = 5432;
const AUTHORITY = /^([a-z]+:\/\/(?:[^/?#@]*@)?)([^/?#]*)(.*)$/is;

/** @throws TypeError when it is no URL */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, before = '', authority = '', after = ''] = AUTHORITY.exec(text) ?? [];
  const urls = authority.split(',').map((host) => new URL(authority === '' ? text : `${before}${host}${after}`));
  const [url] = urls;
  if (!url) throw new TypeError('no URL');
  // URL keeps the brackets of an IPv6 address.
  const hosts = urls.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) }));
  return { url, hosts, socketDir: url.searchParams.get('host') };
}

/** The same database at each of its hosts alone. */
export const eachHost = (text: string): string[] => {
  const [, before = '', authority = '', after = ''] = AUTHORITY.exec(text) ?? [];
  return authority.split(',').map((host) => `${before}${host}${after}`);
};

/** The database as messages name it: without its password. */
export function nameOfDatabase(text: string): string {
  const { url, hosts, socketDir } = parseDatabaseUrl(text);
  const places = socketDir ? [socketDir] : hosts.map(({ host, port }) => `${host}:${port}`);
  return `${decodeURIComponent(url.pathname.slice(1))} at ${places.join(' and ')}`;
}
