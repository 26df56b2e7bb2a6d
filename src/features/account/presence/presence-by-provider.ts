import type { Answer } from '../../../data/session/request.ts';
import { memberRequest } from '../member-request.ts';
import { type PresenceSheetName, presenceSheets } from './presence.ts';
import { keepPresenceFrom, presenceFrom } from './presence-from.ts';

/** What the settings find in their history state after a way to the provider. `failed` says why presence was not shown. */
export interface PresenceReturn {
  readonly presence: { readonly from: PresenceSheetName; readonly failed?: string };
}

/** Leaves for the provider, where the member signs in once more. If leaving fails, the answer says why. */
export async function goToProviderForPresence(from: PresenceSheetName): Promise<Answer<unknown>> {
  const answer = await memberRequest<{ url: string }>('POST', '/api/auth/presence/provider', {});
  if (!answer.ok) return answer;
  keepPresenceFrom(from);
  location.assign(answer.data.url);
  return answer;
}

/** The sheet that this tab went to the provider from; undefined if it went there to sign in. */
export function sheetLeft(): PresenceSheetName | undefined {
  const from = presenceFrom();
  return presenceSheets.find((sheet) => sheet === from);
}

/** What the history state says about a return from the provider; undefined if there was none. */
export function presenceReturn(state: unknown): PresenceReturn['presence'] | undefined {
  const { presence } = (state ?? {}) as Partial<PresenceReturn>;
  return presence && presenceSheets.includes(presence.from) ? presence : undefined;
}
