/** Recognizes this machine, by address and by name. */

const address = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i;
const name = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i;

/** Whether a connection from this address comes from this machine. A proxy on this machine counts too. */
export const isLoopbackAddress = (value: string | undefined): boolean => value !== undefined && address.test(value);

/** Whether this `Host` header, with or without a port, names this machine. */
export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && name.test(host.replace(/:\d*$/, ''));

/** Whether this URL leads to this machine. An invalid URL does not. */
export const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);

/** What an address says when it leads to another machine and may do so without encryption: `?tls=none`. */
export const WITHOUT_TLS = 'none';

/**
 * Whether the connection to this mail server or NATS must be encrypted: anywhere but on this machine, unless the address says otherwise.
 */
export const needsTls = (address: string): boolean => !isLoopbackUrl(address) && new URL(address).searchParams.get('tls') !== WITHOUT_TLS;
