/**
 * Which scripts a realm of the app starts by address: its own workers, and what the service worker loads. The server's content security
 * policy has the browser ask here (Trusted Types). Any other address or text that would become a script is refused at once.
 */

/** Accepts an address. The browser returns an object, which the types know as the string that it stands for. */
interface ScriptPolicy {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const rules: ScriptPolicy = {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError('Only scripts of this app are started.');
    return address;
  },
};

let policy: ScriptPolicy | undefined;

/** The address of our own script, as the browser accepts it. @throws TypeError for any other address */
export function scriptAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // Browsers without Trusted Types accept any string.
  policy ??= trustedTypes?.createPolicy('kith', rules) ?? rules;
  return policy.createScriptURL(address);
}
