import { expect, test } from 'vitest';
import { isMarkOfRead } from './mark-of-read.ts';
import { settingKey } from './setting-keys.ts';

const id = '0190a0b0-0000-7000-8000-000000000001';
const time = '2026-11-25T10:00:00.000Z';

test.each<[string, string, object, boolean]>([
  ['a notification that is read', 'notifications', { is_read: true, _deleted: false }, true],
  ['a notification that is deleted', 'notifications', { is_read: true, _deleted: true }, false],
  ['a notification that is deleted, as the store keeps it', 'notifications', { is_read: true, _deleted: '1' }, false],
  ['all notifications read', 'settings', { key: settingKey.notificationsRead, value: time }, true],
  ['a chat read up to a message', 'settings', { key: settingKey.groupRead(id), value: time }, true],
  ['a muted group', 'settings', { key: settingKey.groupMuted(id), value: 'on' }, false],
  ['the theme', 'settings', { key: settingKey.theme, value: 'dark' }, false],
  ['a chat of no group', 'settings', { key: settingKey.groupRead('x'), value: time }, false],
  ['an unknown setting', 'settings', { key: 'other', value: 'x' }, false],
  ['a comment', 'comments', { content: 'x' }, false],
])('%s', (_, collection, row, is) => {
  expect(isMarkOfRead(collection, row)).toBe(is);
});
