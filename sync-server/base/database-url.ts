/**
 * DATABASE_URL. As everywhere with Postgres it may name several hosts, of which one takes writes
 * (`postgres://user@one:5432,two:5432/kith`), or the directory of a unix socket (`?host=/directory`). A connection to another machine is
 * encrypted, unless the address says `sslmode=disable`.
 */
import { isLoopbackHost } from './loopback.ts';

export interface DatabaseUrl {
  /** the URL with its first host only */
  readonly url: URL;
  /** all hosts with their ports, in the order in which they are tried */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** the directory of a unix socket; null for a database that is reached by network */
  readonly socketDir: string | null;
}

/** `require` encrypts without checking who answers. `verify-full` checks the certificate and the name in it. */
export type SslMode = 'disable' | 'require' | 'verify-full';
/** Those that Kith takes. With `prefer` and `allow` an attacker in between could switch the encryption off. */
export const sslModes: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full'];

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

/** How the connection to this database is encrypted. Without a word in the address: not at all on this machine, always to another one. */
export function sslModeOf(text: string): SslMode {
  const { url, hosts, socketDir } = parseDatabaseUrl(text);
  if (socketDir) return 'disable';
  const mode = url.searchParams.get('sslmode');
  if (mode === null) return hosts.every(({ host }) => isLoopbackHost(host.includes(':') ? `[${host}]` : host)) ? 'disable' : 'require';
  return mode === 'disable' || mode === 'require' ? mode : 'verify-full';
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
