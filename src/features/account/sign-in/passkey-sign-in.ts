/**
 * Signs in with a passkey: by the button, or by choosing a passkey that the browser offers in the address field. Only one of the two runs
 * at a time. This module is loaded when it is needed.
 */
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { Answer } from '../../../data/session/request.ts';
import { request } from '../../../data/session/request.ts';
import { beginBy } from '../../../data/session/session.ts';
import { answerText } from '../../../text/answers.ts';
import { passkeyText } from '../../../text/sign-in-ways.ts';
import { passkeyError } from '../passkey-error.ts';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** The offer in the field is renewed before its challenge expires. */
const OFFER_MS = 8 * 60_000;

const readOptions = (): Promise<Answer<Options>> => request('POST', '/api/auth/passkeys/sign-in/options', { body: {} });

export interface PasskeySignIn {
  /** Offers passkeys in the address field, if the browser can. */
  offer(): Promise<void>;
  /** Asks for a passkey now. Resolves when that has ended, with the message to show if nobody was signed in. */
  press(): Promise<string | undefined>;
  stop(): void;
}

export function createPasskeySignIn(onMessage: (message: string) => void): PasskeySignIn {
  /** A ceremony that began before the newest one no longer has any effect. */
  let newest = 0;
  let pressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function finish(response: Awaited<ReturnType<typeof startAuthentication>>): Promise<string | undefined> {
    const answer = await beginBy('/api/auth/passkeys/sign-in', { response });
    return answer.ok ? undefined : answerText(answer);
  }

  async function offer(): Promise<void> {
    // It comes after the press if that was quicker than the page; it would end what was pressed for.
    if (pressed) return;
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

  /** Asks for a passkey, and resolves to what went wrong. */
  async function signIn(): Promise<string | undefined> {
    const options = await readOptions();
    if (!options.ok) return answerText(options);
    try {
      return await finish(await startAuthentication({ optionsJSON: options.data }));
    } catch (error) {
      return passkeyError(error, passkeyText.cancelled);
    }
  }

  return {
    offer,
    async press() {
      newest++;
      clearTimeout(timer);
      pressed = true;
      const failed = await signIn().finally(() => {
        pressed = false;
      });
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
