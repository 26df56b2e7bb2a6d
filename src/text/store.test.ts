import { expect, test } from 'vitest';
import { failedStoreText } from './store.ts';
import { syncText } from './sync.ts';

test('a store that does not open says that what was written is there, unless signing out must erase it', () => {
  const failed = failedStoreText({ noDiskSpace: false, otherVersion: false, erasureOwed: false });
  expect(failed.text).toContain('What you wrote is still there.');
  const full = failedStoreText({ noDiskSpace: true, otherVersion: false, erasureOwed: false });
  expect(full.title).toBe(syncText.noDiskSpace);
  expect(full.text).toContain('Free some space');
  expect(full.text).toContain('What you wrote is still there.');
  const other = failedStoreText({ noDiskSpace: false, otherVersion: true, erasureOwed: false });
  expect(other.text).toContain('Another version of Kith');
  expect(other.text).toContain('What you wrote is still there.');
  for (const noDiskSpace of [false, true]) {
    const owed = failedStoreText({ noDiskSpace, otherVersion: !noDiskSpace, erasureOwed: true });
    expect(owed.title).toBe(failed.title);
    expect(owed.text).toContain('what this device held could not be erased yet');
    expect(owed.text).not.toContain('still there');
  }
});
