import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { cpuSeconds, postgresCpuSeconds, privateBytes } from './process-usage.ts';

const BURN = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';

/** /proc exists on Linux only. */
describe.runIf(process.platform === 'linux')('the usage of a process', () => {
  test('equals what the process itself counts', () => {
    const before = cpuSeconds(process.pid);
    const end = process.cpuUsage().user + 300_000;
    while (process.cpuUsage().user < end);
    const used = cpuSeconds(process.pid) - before;
    expect(used).toBeGreaterThan(0.25);
    const total = process.cpuUsage();
    expect(Math.abs(cpuSeconds(process.pid) - (total.user + total.system) / 1e6)).toBeLessThan(0.2);
  });

  test("stays in its parent's sum after it has ended, and is counted once while it runs", async () => {
    const before = postgresCpuSeconds(process.pid);
    const child = spawn(process.execPath, ['-e', `${BURN} console.log('burnt'); setInterval(() => {}, 1000);`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const running = postgresCpuSeconds(process.pid) - before;
    expect(running).toBeGreaterThan(0.25);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    expect(postgresCpuSeconds(process.pid) - before).toBeGreaterThanOrEqual(running - 0.02);
  });

  test('memory grows with what is allocated', () => {
    const before = privateBytes(process.pid);
    const held = Buffer.alloc(32 * 1024 * 1024, 1);
    expect(privateBytes(process.pid) - before).toBeGreaterThan(held.byteLength * 0.9);
  });

  test('the usage of an ended process cannot be read', () => {
    expect(() => cpuSeconds(2 ** 22 + 1)).toThrow('has ended');
  });
});
