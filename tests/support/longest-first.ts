/** The order of a run: the longest file of a project begins first, so that no worker waits for another one at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keptSeconds } from './kept-seconds.ts';

/** A file that nobody has measured yet may take this many seconds. */
const UNKNOWN = 10;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kept = keptSeconds();
    const { projects, config } = this.ctx;
    const place = ({ project }: TestSpecification) => project.config.sequence.groupOrder * projects.length + projects.indexOf(project);
    const seconds = ({ moduleId }: TestSpecification) => kept[relative(config.root, moduleId)] ?? UNKNOWN;
    return [...files].sort((a, b) => place(a) - place(b) || seconds(b) - seconds(a));
  }
}
