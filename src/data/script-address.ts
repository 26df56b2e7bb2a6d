/**
 * Which scripts this page starts by their addresses: workers of its own. The content security policy of the server has the browser ask
 * here (Trusted Types): whatever else would make an address or a text into a script is refused there and then.
 */

/** What the browser makes of an address that was found good. Types know it as the text that it stands for. */
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

/** The address of a script of ours as the browser takes it. @throws TypeError for any other */
export function scriptAddress(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // Browsers without them start what they are told.
  policy ??= trustedTypes?.createPolicy('kith', rules) ?? rules;
  return policy.createScriptURL(address);
}
