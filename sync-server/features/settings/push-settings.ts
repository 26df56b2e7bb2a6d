import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { settingId, settingSchema } from '../../../schemas/profiles/profile.ts';
import { checkSetting } from '../../../schemas/profiles/profile-rules.ts';
import { settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { CollectionFeature } from '../../sync/feature.ts';
import { setSetting } from './set-setting.ts';

/** What a pushed setting means: a choice of one's own, made or changed. */
export const pushSetting: CollectionFeature['push'] = async (context, change) => {
  if (change.document._deleted === true) return refuse('UNKNOWN_WRITE');
  const written = settingSchema.safeParse(change.document);
  if (!written.success || written.data.id !== settingId(written.data.user_id, written.data.key)) return refuse('INVALID');
  const verdict = checkSetting(context.actor, written.data);
  if (!verdict.allowed) return verdict;
  const kind = settingKindOf(written.data);
  // Of what is about a group or a person the later write counts: a switch, or a position that only moves forward.
  if (typeof kind === 'object' && kind.kind !== 'choice') return allowIfMissing(await setSetting(context, written.data));
  return setSetting(context, { ...written.data, assumed: change.assumed });
};

/** For a group that one is in no more nothing is left to set. */
const allowIfMissing = (verdict: Verdict): Verdict => (!verdict.allowed && verdict.code === 'GROUP_NOT_FOUND' ? allow : verdict);
