/**
 * What a failed test leaves for its reader: `test-results/<file>/<look>/` has the pictures of its pages and the ends of its servers' logs.
 * A file that failed is looked at again (`scripts/second-look.ts`), and each look keeps its own.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

type Task = TestContext['task'];

const LOG_LINES = 5000;

/** The folder of a file's artefacts in one look, relative to the root. */
export const artefactFolder = (file: string, look: number | string): string => join('test-results', file, String(look));

/** The path of an artefact of this test, without an ending. Its folder is there. */
export function artefactPath(task: Task): string {
  const folder = artefactFolder(task.file.name, process.env.KITH_LOOK ?? 1);
  mkdirSync(folder, { recursive: true });
  return join(folder, task.fullTestName.replaceAll(/[^a-zA-Z0-9]+/g, '-').slice(0, 120));
}

/** The logs of the servers that were started in the present file. */
let logs: (() => string)[] = [];

/** Until the file ends, each of its tests that fails keeps the end of this log. */
export const keepLog = (read: () => string): void => void logs.push(read);

/** Writes down the logs, if this test failed. */
export function writeLogs(task: Task): void {
  if (task.result?.state !== 'fail') return;
  for (const [nth, read] of logs.entries()) {
    writeFileSync(`${artefactPath(task)}-server-${nth}.log`, read().split('\n').slice(-LOG_LINES).join('\n'));
  }
}

export const forgetLogs = (): void => {
  logs = [];
};
