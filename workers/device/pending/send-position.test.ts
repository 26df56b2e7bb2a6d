import { describe, expect, test } from 'vitest';
import { sendPosition } from './send-position.ts';

describe('the position of a row that was written several times', () => {
  test('is that of its first pending write', () => {
    expect(sendPosition({ scope: 0, assumed: ['w1', 'w2'], write_id: 'w3' })).toBe('w1');
    expect(sendPosition({ scope: 7, assumed: ['server', 'w1'], write_id: 'w2' })).toBe('w1');
    expect(sendPosition({ scope: 7, assumed: ['server'], write_id: 'w1' })).toBe('w1');
    expect(sendPosition({ scope: 0, assumed: [], write_id: 'w1' })).toBe('w1');
  });
  test('is that of its last write if that deletes it', () => {
    expect(sendPosition({ scope: 7, assumed: ['server', 'w1'], write_id: 'w2', _deleted: true })).toBe('w2');
  });
});
