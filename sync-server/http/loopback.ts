/** What is this very machine, as an address and as a name. */

const address = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i;
const name = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i;

/** Whether the other end of a connection with this address is on this machine. A proxy on it is, too. */
export const isLoopbackAddress = (value: string | undefined): boolean => value !== undefined && address.test(value);

/** Whether this `Host` header, with a port or without, names this machine. */
export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && name.test(host.replace(/:\d*$/, ''));

/** Whether this URL leads to this machine alone. What is no URL leads nowhere. */
export const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
