/** What an act can see, and helpers to build its write. */
import type { Facts } from './facts.ts';
import type { Collection } from './holdings.ts';
import type { NewMember } from './oracle.ts';
import type { Intent, Row } from './replica.ts';
import type { RestRequest } from './requested-act.ts';

export interface Scene {
  readonly me: NewMember;
  readonly people: readonly NewMember[];
  /** an address without a member, at least so far */
  readonly stranger: string;
  /** the rows that the device shows */
  readonly rows: (collection: Collection) => readonly Row[];
  /** the oracle's facts, which no device shows: for acts on rows that the member may never have seen */
  readonly facts: Facts;
  /** an id for a new row */
  readonly newId: () => string;
  /** a text that nobody has written before */
  readonly text: () => string;
  /** the time by this device's clock */
  readonly now: string;
  readonly pick: number;
  readonly other: number;
}

/** What to do; null where there is no target. A request without a write is done by REST alone. */
export interface Plan {
  readonly write?: Intent;
  readonly request?: RestRequest;
}

export type Deed = (scene: Scene) => Plan | null;

const emoji = ['👍', '🎉', '🔥'] as const;

/** The emoji for a group: one, null, or left out, as clients do that know no group emoji. */
export const groupEmoji = ({ pick, other }: Scene): { readonly emoji?: string | null } =>
  [{}, { emoji: null }, ...emoji.map((one) => ({ emoji: one }))][(pick + other) % (emoji.length + 2)] ?? {};

export const chosenFrom = <T extends { readonly id: string }>(rows: readonly T[], pick: number): T | undefined =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))[pick % Math.max(1, rows.length)];

export const someoneElse = ({ me, people, other }: Scene): NewMember | undefined =>
  chosenFrom(
    people.filter(({ id }) => id !== me.id),
    other,
  );

export const write = (collection: Collection, id: string, fields: Readonly<Record<string, unknown>>, deleted = false): Intent => ({
  collection,
  id,
  fields,
  ...(deleted ? { deleted } : {}),
});

export function reaction(scene: Scene, on: 'post' | 'comment' | 'message', target: string): Plan {
  const emoji_code = emoji[scene.other % emoji.length] ?? '👍';
  const id = `${target}|${scene.me.id}|${emoji_code}`;
  const fields = {
    target_type: on,
    target_id: target,
    user_id: scene.me.id,
    emoji_code,
    user_name: scene.me.name,
    user_profile_image: null,
    created_at: scene.now,
  };
  if (on === 'message') {
    const request = { method: 'POST', path: `/messages/${target}/react`, body: { emoji: emoji_code } };
    return { write: write('reactions', id, fields), request };
  }
  return {
    write: write('reactions', id, fields),
    request: { method: 'POST', path: '/posts/reactions', body: { emoji_code, target_type: on, target_id: target } },
  };
}
