/** What `npm run test:steady` was asked for. */
import { parseArgs } from 'node:util';
import { WITHOUT_RARE } from './prepare-tests.ts';

const ROUNDS = 20;
const own = { times: { type: 'string' }, 'quiet-only': { type: 'boolean' }, resume: { type: 'boolean' } } as const;

export interface SteadyOptions {
  /** which tests, in vitest's words */
  readonly words: readonly string[];
  /** how many rounds */
  readonly times: number;
  readonly quietOnly: boolean;
  /** goes on after the rounds that are kept */
  readonly resume: boolean;
}

/** Rare files run only if a word names them or chooses the projects. */
function withoutRare(words: readonly string[]): readonly string[] {
  const namesProjects = words.some((word) => word === '--project' || word.startsWith('--project='));
  return namesProjects || words.some((word) => word.includes('rare')) ? words : [...words, WITHOUT_RARE];
}

/** Reads the command line. Whatever is no option of the command itself goes to vitest. @throws Error that says what to give instead */
export function steadyOptions(args: readonly string[]): SteadyOptions {
  const { values, tokens } = parseArgs({ args: [...args], strict: false, tokens: true, options: own });
  const places = tokens.flatMap((token) => {
    if (token.kind === 'option-terminator') return [token.index];
    if (token.kind !== 'option' || !(token.name in own)) return [];
    // `--times 20` is two words, `--times=20` is one.
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
  });
  const words = args.filter((_, place) => !places.includes(place));
  const times = values.times === undefined ? ROUNDS : typeof values.times === 'string' ? Number(values.times) : Number.NaN;
  if (!Number.isInteger(times) || times < 1) throw new Error('--times needs a number of rounds, such as --times 20');
  if (words.length === 0) throw new Error('Name test files by a part of their path: npm run test:steady -- tests/browser/posts');
  return { words: withoutRare(words), times, quietOnly: values['quiet-only'] === true, resume: values.resume === true };
}
