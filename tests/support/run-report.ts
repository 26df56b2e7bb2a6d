/**
 * Writes down how a run of vitest ended, file by file, for `scripts/call-vitest.ts`. `KITH_REPORT` names the file to write.
 *
 * Vitest's own JSON report names neither errors outside of all tests nor tests that never ended because their worker died. Both are
 * failures here: of the file that they name, or of the files that did not end. Only an error that fits no file stays without a file.
 */
import { writeFileSync } from 'node:fs';
import { inspect, stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node';

const LINES_OF_A_FAILURE = 100;
const LETTERS_OF_A_FAILURE = 8000;
/** what vitest has in a stack if a test took too long */
const NO_MESSAGE = 'STACK_TRACE_ERROR';

export interface Failure {
  /** the file, and behind it the groups and the test */
  readonly name: string;
  /** the beginning of what was thrown */
  readonly message: string;
}

export interface FileReport {
  /** relative to the root of the run */
  readonly path: string;
  readonly absolutePath: string;
  readonly project: string;
  readonly seconds: number;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** the files that ran in the same worker before it, first to last */
  readonly before: readonly string[];
}

export interface RunReport {
  readonly files: readonly FileReport[];
  /** errors that name no file, where every file ran to its end */
  readonly withoutFile: readonly string[];
}

/** The beginning of what was thrown, without lines of other people's code, and what differs. A thrown value need not be an Error. */
export function thrownText(thrown: Partial<SerializedError>): string {
  const { message, stack, diff } = thrown;
  const ours = (line: string) => !line.includes('/node_modules/') && !/^\s+at .*<anonymous>/.test(line);
  const said = stack?.replace(NO_MESSAGE, message ?? '') || message || inspect(thrown);
  const text = typeof diff === 'string' ? `${said}\n${stripVTControlCharacters(diff)}` : said;
  return text.split('\n').filter(ours).slice(0, LINES_OF_A_FAILURE).join('\n    ').slice(0, LETTERS_OF_A_FAILURE);
}

const textOf = (errors: readonly SerializedError[]): string => errors.map(thrownText).join('\n    ');

/** Every error that was caught in this file: of the file itself, of hooks of its groups, of its tests. */
function caughtIn(module: TestModule): readonly Failure[] {
  const path = module.relativeModuleId;
  const groups = [...module.children.allSuites()].map((group) => ({ name: `${path} > ${group.fullName}`, errors: group.errors() }));
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: `${path} > ${test.fullName}`,
    message: textOf(test.result().errors ?? []),
  }));
  const outer = [{ name: path, errors: module.errors() }, ...groups].filter(({ errors }) => errors.length > 0);
  return [...outer.map(({ name, errors }) => ({ name, message: textOf(errors) })), ...tests];
}

/** What never ended in this file, because its worker died or did not start. A dead worker's file may count as passed in vitest. */
function unendedIn(module: TestModule): Failure | null {
  const path = module.relativeModuleId;
  const [first, ...others] = module.children.allTests('pending');
  const more = others.length > 0 ? `, nor did ${others.length} more of this file` : '';
  if (first) return { name: `${path} > ${first.fullName}`, message: `The test never ended${more}.` };
  const state = module.state();
  return state === 'pending' || state === 'queued' ? { name: path, message: 'The file never ran to its end.' } : null;
}

/** The process that ran each file, and when: vitest keeps a worker from file to file where a project does not isolate them. */
function filesBefore(module: TestModule, modules: readonly TestModule[]): readonly string[] {
  const { worker } = module.meta();
  if (!worker) return [];
  return modules
    .flatMap((other) => {
      const place = other.meta().worker;
      return place?.pid === worker.pid && place.since < worker.since ? [{ path: other.relativeModuleId, since: place.since }] : [];
    })
    .sort((a, b) => a.since - b.since)
    .map(({ path }) => path);
}

/** What a run with these files comes to. `unhandled` are the errors outside of all tests, `notRun` the files that have no module. */
export function runReport(
  modules: readonly TestModule[],
  unhandled: readonly SerializedError[],
  notRun: readonly Pick<FileReport, 'path' | 'absolutePath' | 'project'>[] = [],
): RunReport {
  const pathOf = (error: SerializedError): unknown => error.VITEST_TEST_PATH;
  const paths = new Set<unknown>(modules.map(({ moduleId }) => moduleId));
  const homeless = unhandled.filter((error) => !paths.has(pathOf(error)));
  const because = homeless.map((error) => `\n    ${thrownText(error)}`).join('');
  const files = modules.map((module): FileReport => {
    const count = (state: 'passed' | 'skipped') => [...module.children.allTests(state)].length;
    const { collectDuration, duration } = module.diagnostic();
    const unended = unendedIn(module);
    const own = unhandled.filter((error) => pathOf(error) === module.moduleId);
    return {
      path: module.relativeModuleId,
      absolutePath: module.moduleId,
      project: module.project.name,
      seconds: (collectDuration + duration) / 1000,
      passed: count('passed'),
      skipped: count('skipped'),
      failures: [
        ...caughtIn(module),
        ...(unended ? [{ ...unended, message: unended.message + because }] : []),
        ...own.map((error) => ({ name: `${module.relativeModuleId} > outside of all tests`, message: thrownText(error) })),
      ],
      before: filesBefore(module, modules),
    };
  });
  const neverBegun = notRun.map((file): FileReport => {
    const failures = [{ name: file.path, message: `The file never began.${because}` }];
    return { ...file, seconds: 0, passed: 0, skipped: 0, failures, before: [] };
  });
  const isExplained = neverBegun.length > 0 || modules.some((module) => unendedIn(module));
  return { files: [...files, ...neverBegun], withoutFile: isExplained ? [] : homeless.map(thrownText) };
}

export default class RunReporter implements Reporter {
  private requested: readonly TestSpecification[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.requested = specifications;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.KITH_REPORT;
    if (!file) return;
    const notRun = this.requested
      .filter(({ testModule }) => !testModule)
      .map(({ moduleId, project }) => ({
        path: moduleId.slice(project.config.root.length + 1),
        absolutePath: moduleId,
        project: project.name,
      }));
    writeFileSync(file, JSON.stringify(runReport(modules, unhandled, notRun)));
  }
}
