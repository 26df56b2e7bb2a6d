/** Whether this page may ask for passkeys. A passkey belongs to a domain name, so a server reached by an IP address cannot have any. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
