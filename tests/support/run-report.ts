/** Writes down how a run ended, for `scripts/test.ts`: its counts, and every failure with its name. `KITH_REPORT` names the file. */
import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const LINES_OF_A_FAILURE = 25;
const LETTERS_OF_A_FAILURE = 2500;
/** what vitest has in a stack if a test took too long */
const NO_MESSAGE = 'STACK_TRACE_ERROR';

export interface RunReport {
  readonly passed: number;
  readonly skipped: number;
  /** one text for each failure: the name, and below it the beginning of its message */
  readonly failures: readonly string[];
}

/** The beginning of what was thrown, without lines of other people's code. A thrown value need not be an Error. */
export function thrownText(thrown: Partial<SerializedError>): string {
  const { message, stack } = thrown;
  const ours = (line: string) => !line.includes('/node_modules/') && !/^\s+at .*<anonymous>/.test(line);
  const text = stack?.replace(NO_MESSAGE, message ?? '') || message || inspect(thrown);
  return text.split('\n').filter(ours).slice(0, LINES_OF_A_FAILURE).join('\n    ').slice(0, LETTERS_OF_A_FAILURE);
}

const failure = (name: string, errors: readonly SerializedError[]) => [name, ...errors.map(thrownText)].join('\n    ');

/** Everything that went wrong in this file: the file itself, hooks of its groups, its tests. */
function failuresOf(module: TestModule): readonly string[] {
  const file = module.relativeModuleId;
  const groups = [...module.children.allSuites()].map((group) => ({ name: `${file} > ${group.fullName}`, errors: group.errors() }));
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: `${file} > ${test.fullName}`,
    errors: test.result().errors ?? [],
  }));
  return [...[{ name: file, errors: module.errors() }, ...groups].filter(({ errors }) => errors.length > 0), ...tests].map(
    ({ name, errors }) => failure(name, errors),
  );
}

/** What a run with these files and these errors outside of all tests comes to. */
export function runReport(modules: readonly TestModule[], unhandled: readonly SerializedError[]): RunReport {
  const count = (state: 'passed' | 'skipped') => modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);
  return {
    passed: count('passed'),
    skipped: count('skipped'),
    failures: [...modules.flatMap(failuresOf), ...unhandled.map((error) => failure('outside of all tests', [error]))],
  };
}

export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.KITH_REPORT;
    if (file) writeFileSync(file, JSON.stringify(runReport(modules, unhandled)));
  }
}
