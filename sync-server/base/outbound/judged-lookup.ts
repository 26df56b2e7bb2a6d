/**
 * Connects to a name only if each of its addresses is allowed. The name is looked up once, by the connection itself, so it cannot mean another
 * machine between the check and the connection.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface FoundAddress {
  readonly address: string;
  readonly family: number;
}
export type Lookup = (hostname: string) => Promise<readonly FoundAddress[]>;

/** A name has an address that may not be connected to, or none. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** Whether this host of a URL is an address. Such a host is never looked up, so it must be judged before. */
export const isLiteralAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/** The lookup of a request. When one address of a name is not allowed, the connection fails with AddressRefused. */
export function judgedLookup(
  isAllowed: ((address: string) => boolean) | undefined = isPublicAddress,
  lookup: Lookup | undefined = lookupAll,
): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isAllowed(address))) return done(new AddressRefused(hostname), '');
        if (options.all) return done(null, [...found]);
        return done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
}
