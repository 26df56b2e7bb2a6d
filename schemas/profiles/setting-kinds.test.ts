import { expect, test } from 'vitest';
import { settingKey } from './setting-keys.ts';
import { settingKindOf } from './setting-kinds.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';

test('the key identifies a setting and decides which values it takes', () => {
  expect(settingKindOf({ key: 'theme', value: 'dark' })).toEqual({ kind: 'choice' });
  expect(settingKindOf({ key: settingKey.notify('post_created'), value: 'off' })).toEqual({ kind: 'choice', notify: 'post_created' });
  expect(settingKindOf({ key: settingKey.mailCalls, value: 'week' })).toEqual({ kind: 'choice' });
  expect(settingKindOf({ key: settingKey.groupRead(id), value: '2026-01-31T08:00:00.000Z' })).toMatchObject({
    kind: 'group',
    group_id: id,
  });
  expect(settingKindOf({ key: settingKey.notificationsRead, value: '2026-01-31T08:00:00.000Z' })).toEqual({ kind: 'read notifications' });
  for (const value of ['on', 'off', '2026-01-31T08:00:00.000Z']) {
    expect(settingKindOf({ key: settingKey.groupMuted(id), value })).toEqual({ kind: 'group', group_id: id, onlyForward: false });
  }
  expect(settingKindOf({ key: settingKey.blocked(id), value: 'on' })).toEqual({ kind: 'block', member_id: id });
  for (const value of ['off', '22:00-07:00 Europe/Berlin'])
    expect(settingKindOf({ key: 'quiet_hours', value })).toEqual({ kind: 'choice' });
});

test.each([
  '',
  'themes',
  'notify_',
  'notify_everything',
  'blocked',
  'blocked|',
  'blocked|x',
  `muted|${id}`,
  `theme|${id}`,
  `blocked|${id}|${id}`,
])('%j is not a setting', (key) => {
  expect(settingKindOf({ key, value: 'on' })).toBe('unknown');
});

test('a value that a setting does not take is invalid', () => {
  expect(settingKindOf({ key: 'theme', value: 'on' })).toBe('invalid');
  expect(settingKindOf({ key: settingKey.mailCalls, value: 'hour' })).toBe('invalid');
  expect(settingKindOf({ key: settingKey.blocked(id), value: 'yes' })).toBe('invalid');
  expect(settingKindOf({ key: settingKey.quietHours, value: '22:00-07:00 Europe/Atlantis' })).toBe('invalid');
  expect(settingKindOf({ key: settingKey.groupRead(id), value: 'yesterday' })).toBe('invalid');
  expect(settingKindOf({ key: settingKey.groupMuted(id), value: 'tomorrow' })).toBe('invalid');
});
