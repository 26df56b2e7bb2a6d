import { allow, refuse, type Verdict } from '../../../schemas/base/refusal.ts';
import { checkInGroup } from '../../../schemas/groups/group-rules.ts';
import type { Setting } from '../../../schemas/profiles/profile.ts';
import { checkAddSetting, checkSetting } from '../../../schemas/profiles/profile-rules.ts';
import { settingId } from '../../../schemas/profiles/setting-keys.ts';
import { type SettingKind, settingKindOf } from '../../../schemas/profiles/setting-kinds.ts';
import type { Command, CommandContext } from '../../sync/command.ts';
import { lockMembers, lockNotices } from '../../sync/member-locks.ts';
import { scope } from '../../sync/scope-name.ts';
import { setBlock } from '../friends/set-block.ts';
import { lockGroupShared } from '../groups/group-facts.ts';
import { markAllRead } from '../notifications/mark-all-read.ts';
import { withdrawUnread } from '../notifications/withdraw-notifications.ts';
import { report } from '../reports/report.ts';

export type SettingChange = Pick<Setting, 'user_id' | 'key' | 'value'> & {
  /** the versions that the writer has seen: if another one is stored, it is a conflict; if absent, nothing is */
  readonly assumed?: readonly string[];
};

/**
 * Sets one of the actor's own settings, and does what it means: a block is a setting, and so are a report and the mark of all notifications
 * as read. Switching notifications off
 * also withdraws the unread ones. Of a block of somebody who does not exist no row is kept. A member who has used up their storage may
 * still set what they want: the number of settings is bounded, and each counts.
 */
export const setSetting: Command<SettingChange> = async (context, change) => {
  const { tx, writeId } = context;
  const { user_id, key, value, assumed } = change;
  const own = checkSetting(context.actor, { user_id });
  if (!own.allowed) return own;
  const kind = settingKindOf(change);
  if (kind === 'unknown') return refuse('UNKNOWN_WRITE');
  if (kind === 'invalid') return refuse('INVALID');
  const isNew = (await tx`select from settings where user_id = ${user_id} and key = ${key}`).count === 0;
  // So that the count below holds. Blocks and reports lock their members themselves, a block both at once.
  if (isNew && (kind.kind === 'choice' || kind.kind === 'group')) await lockMembers(tx, user_id);
  const verdict = await applyEffect(context, kind, value);
  if (!verdict.allowed) return verdict;
  // Before it is known whether somebody has this id: a full list must not reveal that. There is one mark of read notifications, so it is
  // always accepted: a device shows them as read before it is sent.
  if (isNew && kind.kind !== 'read notifications') {
    const [held] = await tx<{ count: number }[]>`select count(*)::int as count from settings where user_id = ${user_id}`;
    const added = checkAddSetting(held?.count ?? 0);
    if (!added.allowed) return added;
  }
  if (kind.kind === 'block' && !(await isMember(context, kind.member_id))) {
    context.keepsNoRow();
    return allow;
  }

  // Two devices that read on at the same time: the further position wins. Times of one format sort as texts. A report keeps its first
  // value.
  const onlyForward = kind.kind === 'read notifications' || (kind.kind === 'group' && kind.onlyForward);
  // One statement: two devices that make the same choice at the same time find no row to lock.
  const set = await tx`
    insert into settings as s (user_id, key, value, write_id) values (${user_id}, ${key}, ${value}, ${writeId})
    on conflict (user_id, key) do update set
      value = case when ${kind.kind === 'report'} or ${onlyForward} and s.value collate "C" > excluded.value collate "C" then s.value else excluded.value end,
      write_id = excluded.write_id
    where ${assumed === undefined} or s.write_id = any (${assumed ?? []}::uuid[])`;
  if (set.count === 0) return refuse('CONFLICT');
  context.record({ scopes: [scope.self(user_id)], collection: 'settings', id: settingId(user_id, key) });
  return allow;
};

/** Whether somebody has this id. Their row is locked if so: `setBlock` was here before. */
const isMember = async ({ tx }: CommandContext, id: string): Promise<boolean> => (await tx`select from users where id = ${id}`).count > 0;

async function applyEffect(context: CommandContext, kind: SettingKind, value: string): Promise<Verdict> {
  switch (kind.kind) {
    case 'choice':
      if (kind.notify !== undefined && value === 'off') await refuseNotices(context, { type: kind.notify });
      return allow;
    case 'read notifications':
      return markAllRead(context, { upTo: value });
    case 'block':
      return setBlock(context, { member_id: kind.member_id, on: value === 'on' });
    case 'report':
      return report(context, { type: kind.target_type, id: kind.target_id, words: value });
    case 'group': {
      const group = await lockGroupShared(context.tx, context.actor, kind.group_id);
      const verdict = checkInGroup({ role: group?.role ?? null }, 'readMessages');
      if (verdict.allowed && !kind.onlyForward && (await mutes(context, value)))
        await refuseNotices(context, { type: 'group_message', group_id: kind.group_id });
      return verdict;
    }
  }
}

/** Whether this value mutes a group at this moment, by the clock of the database as for each notification. */
async function mutes({ tx }: CommandContext, value: string): Promise<boolean> {
  const [answer] = await tx<{ mutes: boolean }[]>`select mutes(${value})`;
  return answer?.mutes === true;
}

/** The setting that follows refuses these notifications, and the unread ones of them go. */
async function refuseNotices(context: CommandContext, which: Parameters<typeof withdrawUnread>[1]): Promise<void> {
  await lockNotices(context.tx, context.actor.userId);
  await withdrawUnread(context, which);
}
