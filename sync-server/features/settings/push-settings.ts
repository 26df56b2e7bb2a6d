import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { settingSchema } from '../../../schemas/profiles/profile.ts';
import { checkSetting } from '../../../schemas/profiles/profile-rules.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { setSetting } from './set-setting.ts';

/** What a pushed setting means: a choice of the member's own, made or changed. */
export const pushSetting: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const written = settingSchema.safeParse(change.document);
  if (!written.success || written.data.id !== settingId(written.data.user_id, written.data.key)) return refuse('INVALID');
  const verdict = checkSetting(context.actor, written.data);
  if (!verdict.allowed) return verdict;
  const kind = settingKindOf(written.data);
  // The later write counts for all but a choice: a switch for a group or a person, or a position that only moves forward.
  if (typeof kind === 'object' && kind.kind !== 'choice') return allowIfMissing(await setSetting(context, written.data));
  return setSetting(context, { ...written.data, assumed: change.assumed });
};

/** A setting as `loadSettings` would load it. */
export const settingAsSent: NonNullable<CollectionFeature['asSent']> = (document) => {
  const written = settingSchema.safeParse(document);
  return written.success ? { ...written.data, write_id: document.write_id.toLowerCase() } : null;
};

/** For a group that the member has left there is nothing to set. */
const allowIfMissing = (verdict: Verdict): Verdict => (!verdict.allowed && verdict.code === 'GROUP_NOT_FOUND' ? allow : verdict);
