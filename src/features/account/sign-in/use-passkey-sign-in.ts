import { useEffect, useRef, useState } from 'react';
import { authText } from '../../../text/auth.ts';
import { passkeysWork } from '../passkeys-work.ts';
import type { PasskeySignIn } from './passkey-sign-in.ts';

/** The passkey button and the browser's own passkey offer. Their code is loaded in parallel with the page, not before it. */
export function usePasskeySignIn(onMessage: (message: string | undefined) => void) {
  const [possible] = useState(passkeysWork);
  const [busy, setBusy] = useState(false);
  const flow = useRef<Promise<PasskeySignIn>>(null);
  const say = useRef(onMessage);
  useEffect(() => {
    say.current = onMessage;
  });

  const load = (): Promise<PasskeySignIn> => {
    flow.current ??= import('./passkey-sign-in.ts').then(({ createPasskeySignIn }) => createPasskeySignIn((text) => say.current(text)));
    return flow.current;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is offered once, when the page opens.
  useEffect(() => {
    if (!possible) return;
    let here = true;
    void (async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const loaded = await load();
      if (here) await loaded.offer();
      // A member who types their password does not need to see this error.
    })().catch((error: unknown) => console.warn('Passkeys could not be offered', error));
    return () => {
      here = false;
      void flow.current?.then((loaded) => loaded.stop()).catch(() => undefined);
      flow.current = null;
    };
  }, [possible]);

  const press = async () => {
    setBusy(true);
    onMessage(undefined);
    const failed = await load()
      .then((loaded) => loaded.press())
      .catch(() => {
        flow.current = null;
        return authText.network;
      });
    setBusy(false);
    if (failed !== undefined) onMessage(failed);
  };
  return { possible, busy, press };
}
