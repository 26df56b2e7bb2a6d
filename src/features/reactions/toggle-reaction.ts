/**
 * Writes reactions, into the local store only. Acts on one reaction run one after another, so that two quick clicks are two toggles, never
 * two inserts of one document.
 */
import type { Verdict } from '../../../schemas/base/refusal.ts';
import { reactionId } from '../../../schemas/reactions/reaction-id.ts';
import { checkReact, checkUnreact, type ReactionFacts } from '../../../schemas/reactions/reaction-rules.ts';
import type { ReactionTarget } from '../../../schemas/reactions/reaction-target.ts';
import type { LocalStore } from '../../data/store/local-store.tsx';
import { insert, type NewRow, remove } from '../../data/store/local-write.ts';
import { readOwnPerson } from '../people/own-person.ts';

export interface Target {
  readonly type: ReactionTarget;
  readonly id: string;
}

async function readFacts(store: LocalStore, target: Target): Promise<ReactionFacts> {
  const { posts, comments, group_messages } = store.collections;
  if (target.type === 'post') return { targetVisible: (await posts.findOne(target.id).exec()) !== null, targetDeleted: false };
  const existing = await (target.type === 'comment' ? comments.findOne(target.id).exec() : group_messages.findOne(target.id).exec());
  return { targetVisible: existing !== null, targetDeleted: existing?.is_deleted ?? false };
}

async function toggle(store: LocalStore, target: Target, emoji: string): Promise<Verdict> {
  const key = { target_id: target.id, user_id: store.userId, emoji_code: emoji };
  const id = reactionId(key);
  const existing = await store.collections.reactions.findOne(id).exec();
  if (existing) {
    const verdict = checkUnreact(store, existing);
    if (verdict.allowed) await remove(store, 'reactions', id);
    return verdict;
  }
  const own = await readOwnPerson(store);
  const reaction: NewRow<'reactions'> = {
    id,
    target_type: target.type,
    ...key,
    user_name: own.name,
    user_profile_image: own.imageUrl,
  };
  const verdict = checkReact(store, reaction, await readFacts(store, target));
  if (verdict.allowed) await insert(store, 'reactions', reaction);
  return verdict;
}

const running = new Map<string, Promise<unknown>>();

/** Adds the reaction, or removes it if it exists. */
export function toggleReaction(store: LocalStore, target: Target, emoji: string): Promise<Verdict> {
  const key = reactionId({ target_id: target.id, user_id: store.userId, emoji_code: emoji });
  const before = running.get(key) ?? Promise.resolve();
  // A failed earlier act has reported to its own caller. This one still takes its turn.
  const mine = before.then(
    () => toggle(store, target, emoji),
    () => toggle(store, target, emoji),
  );
  running.set(key, mine);
  const forget = () => {
    if (running.get(key) === mine) running.delete(key);
  };
  mine.then(forget, forget);
  return mine;
}
