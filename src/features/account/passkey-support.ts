/** Whether this page may ask for passkeys: they belong to a name, so a server that is reached by a number has none. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
