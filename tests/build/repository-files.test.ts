/** What a code host reads of this repository: the workflow runs `.ci/run`, forms are valid, and updates respect what package.json says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

test.for([
  ['ci.yml', ['.ci/run']],
  ['nightly.yml', ['npm ci', 'npm run test:release']],
] as const)('the workflow %s runs what decides, with the oldest Node that Kith runs on', ([file, commands]) => {
  const workflow = parse(read(`.github/workflows/${file}`));
  const jobs: { readonly steps: { readonly run?: string; readonly with?: Record<string, string> }[] }[] = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(commands);
  expect(steps.some((step) => step.with?.path === 'test-results')).toBe(true);
  expect(steps.some((step) => step.with?.['node-version-file'] === '.nvmrc')).toBe(true);
  expect(`>=${read('.nvmrc').trim()}`).toMatch(new RegExp(`^${manifest.engines.node}(\\.0)?$`));
});

test('every issue form has a name, a description and questions with labels', () => {
  const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
  expect(forms.length).toBeGreaterThan(2);
  for (const name of forms) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
    expect(form, name).toMatchObject({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) });
    const questions: { readonly type: string; readonly id?: string; readonly attributes: { readonly label?: string } }[] = form.body;
    const asked = questions.filter(({ type }) => type !== 'markdown');
    for (const { id, attributes } of asked) expect([id, attributes.label], name).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(asked.map(({ id }) => id)).size, name).toBe(asked.length);
  }
});

test('automatic updates leave every exact version alone, and name no package that is not there', () => {
  const { updates }: { readonly updates: { readonly ignore?: { readonly 'dependency-name': string }[] }[] } = parse(
    read('.github/dependabot.yml'),
  );
  const ignored = updates.flatMap(({ ignore = [] }) => ignore.map((entry) => entry['dependency-name']));
  const wanted: Readonly<Record<string, string>> = { ...manifest.dependencies, ...manifest.devDependencies };
  const exact = Object.keys(wanted).filter((name) => /^\d/.test(wanted[name] ?? ''));
  expect(ignored.length).toBeGreaterThan(2);
  expect(exact.filter((name) => !ignored.includes(name))).toEqual([]);
  expect(ignored.filter((name) => !(name in wanted))).toEqual([]);
});
