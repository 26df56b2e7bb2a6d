import { settingId, settingKey } from '../../../schemas/profiles/setting-keys.ts';
import type { CommandContext } from '../../sync/command.ts';
import { scope } from '../../sync/scope-name.ts';

/** Deletes the settings of these members for a group: they end with the membership. */
export async function forgetGroupSettings(context: CommandContext, groupId: string, members: readonly string[]): Promise<void> {
  const rows = await context.tx<{ user_id: string; key: string }[]>`
    delete from settings
    where user_id = any (${[...members]}::uuid[]) and key in (${settingKey.groupRead(groupId)}, ${settingKey.groupMuted(groupId)})
    returning user_id, key`;
  for (const { user_id, key } of rows) {
    context.record({ scopes: [scope.self(user_id)], collection: 'settings', id: settingId(user_id, key), removed: true });
  }
}
