/** Recognizes this machine, by address and by name. */

const address = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i;
const name = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i;

/** Whether a connection from this address comes from this machine. A proxy on this machine counts too. */
export const isLoopbackAddress = (value: string | undefined): boolean => value !== undefined && address.test(value);

/** Whether this `Host` header, with or without a port, names this machine. */
export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && name.test(host.replace(/:\d*$/, ''));

/** Whether this URL leads to this machine. An invalid URL does not. */
export const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
