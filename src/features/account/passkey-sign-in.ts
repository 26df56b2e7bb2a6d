/**
 * Signing in with a passkey: by the button, or by choosing one where the browser offers them in the field of the address. Only one of the
 * two is under way; loaded when it is needed.
 */

import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { Answer } from '../../data/request.ts';
import { request } from '../../data/request.ts';
import { beginBy } from '../../data/session.ts';
import { answerText } from '../../text/answers.ts';
import { passkeyText } from '../../text/sign-in-ways.ts';
import { passkeyError } from './passkey-error.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** What is offered in the field is asked for anew before its challenge runs out. */
const OFFER_MS = 8 * 60_000;

const readOptions = (): Promise<Answer<Options>> => request('POST', '/api/auth/passkeys/sign-in/options', { body: {} });

export interface PasskeySignIn {
  /** Offers passkeys in the field of the address, where the browser can. */
  offer(): Promise<void>;
  /** Asks for one now. Resolves when it has ended, with what is to be said where nobody is signed in by it. */
  press(): Promise<string | undefined>;
  stop(): void;
}

export function createPasskeySignIn(onMessage: (message: string) => void): PasskeySignIn {
  /** What began before the newest one has no say any more. */
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function finish(response: Awaited<ReturnType<typeof startAuthentication>>): Promise<string | undefined> {
    const answer = await beginBy('/api/auth/passkeys/sign-in', { response });
    return answer.ok ? undefined : answerText(answer);
  }

  async function offer(): Promise<void> {
    const mine = ++newest;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const options = await readOptions();
    if (!options.ok || mine !== newest) return;
    timer = setTimeout(() => void offer(), OFFER_MS);
    const response = await startAuthentication({ optionsJSON: options.data, useBrowserAutofill: true }).catch(() => null);
    if (!response || mine !== newest) return;
    clearTimeout(timer);
    const failed = await finish(response);
    if (failed === undefined) return;
    onMessage(failed);
    void offer();
  }

  return {
    offer,
    async press() {
      newest++;
      clearTimeout(timer);
      const options = await readOptions();
      if (!options.ok) return answerText(options);
      let failed: string | undefined;
      try {
        failed = await finish(await startAuthentication({ optionsJSON: options.data }));
      } catch (error) {
        failed = passkeyError(error, passkeyText.cancelled);
      }
      if (failed !== undefined) void offer();
      return failed;
    },
    stop() {
      newest++;
      clearTimeout(timer);
      WebAuthnAbortService.cancelCeremony();
    },
  };
}
