import { request } from '../../../data/session/request.ts';

/** Another site that a member can sign in with, without a password for this server. */
export interface Provider {
  readonly name: string;
  /** The button that leads there. Visitors of a server without a provider do not load it. */
  readonly Button: typeof import('./provider-button.tsx').ProviderButton;
}

/** The page waits no longer than this for the answer, because it may not need it. */
const WAIT_MS = 1000;

let asked: Promise<string | null> | undefined;

async function ask(): Promise<string | null> {
  const answer = await request<{ items?: readonly { readonly name: string }[] }>('GET', '/api/auth/providers');
  // Without an answer the next caller asks again.
  if (!answer.ok) asked = undefined;
  const name = answer.ok ? answer.data.items?.[0]?.name : undefined;
  return typeof name === 'string' ? name : null;
}

/**
 * The provider of this server; null if there is none, if it is not known in time, or if its button does not load. Later answers change
 * nothing on the page.
 */
export async function findProvider(): Promise<Provider | null> {
  asked ??= ask();
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS));
  const name = await Promise.race([asked, late]);
  if (name === null) return null;
  const button = await import('./provider-button.tsx').catch(() => null);
  return button && { name, Button: button.ProviderButton };
}
