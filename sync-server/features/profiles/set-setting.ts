import { type Setting, settingId, themeSchema } from '../../../schemas/profiles/profile.ts';
import { checkSetting } from '../../../schemas/profiles/profile-rules.ts';
import { allow, refuse } from '../../../schemas/protocol/refusal.ts';
import { type Command, scope } from '../../sync/feature.ts';

export type SettingChange = Pick<Setting, 'user_id' | 'key' | 'value'>;

/** The settings that there are, and what each may be. */
const values: Readonly<Record<string, { safeParse(value: string): { success: boolean } }>> = { theme: themeSchema };

/** Sets one of one's own settings. */
export const setSetting: Command<SettingChange> = async (context, { user_id, key, value }) => {
  const verdict = checkSetting(context.actor, { user_id });
  if (!verdict.allowed) return verdict;
  const schema = Object.hasOwn(values, key) ? values[key] : undefined;
  if (schema === undefined) return refuse('UNKNOWN_WRITE');
  if (!schema.safeParse(value).success) return refuse('INVALID');
  await context.tx`
    insert into settings (user_id, key, value, write_id) values (${user_id}, ${key}, ${value}, ${context.writeId})
    on conflict (user_id, key) do update set value = excluded.value, write_id = excluded.write_id`;
  context.record({ scopes: [scope.self(user_id)], collection: 'settings', id: settingId(user_id, key) });
  return allow;
};
