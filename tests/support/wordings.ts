/** All texts of the app: `src/text` for the page alone, `schemas/wording` for texts that the server uses too. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '../..');
const wordingFolders = ['src/text', 'schemas/wording'];
/** Calls are settings as well, and `schemas/wording` says limits of features: in there, the words of notices would close a circle. */
const wordingFiles = ['schemas/push/notice-wording.ts'];
export const isWordingFile = (file: string): boolean =>
  wordingFiles.includes(file) || wordingFolders.some((room) => file.startsWith(`${room}/`));

export interface Source {
  readonly file: string;
  readonly code: string;
}

/** Every source file of these directories, without tests. */
export async function sourcesOf(...trees: readonly string[]): Promise<readonly Source[]> {
  const found = trees.map(async (tree) => {
    const paths = await readdir(join(root, tree), { recursive: true });
    const files = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)).map((path) => join(tree, path));
    return Promise.all(files.map(async (file) => ({ file, code: await readFile(join(root, file), 'utf8') })));
  });
  return (await Promise.all(found)).flat();
}

/** A wording and its path: `['postText', 'created']`. A function is one wording. */
export interface Wording {
  readonly path: readonly string[];
  readonly words: unknown;
}

const leavesOf = (path: readonly string[], words: unknown): readonly Wording[] =>
  typeof words === 'object' && words !== null && !Array.isArray(words)
    ? Object.entries(words).flatMap(([key, value]) => leavesOf([...path, key], value))
    : [{ path, words }];

/** Every wording that these directories export. */
export async function allWordings(): Promise<readonly Wording[]> {
  const modules = (await sourcesOf(...wordingFolders)).map(async ({ file }) => leavesOf([], await import(join(root, file))));
  return (await Promise.all(modules)).flat();
}

export interface Literal {
  readonly text: string;
  readonly kind: 'string' | 'template' | 'jsx';
  /** the attribute of an element whose value contains it, or `children` */
  readonly attribute: string | undefined;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The attribute whose value the children of this node belong to. Both sides of a conditional belong to it. */
function attributeWithin({ type, name }: Node, attribute: string | undefined): string | undefined {
  if (type === 'JSXAttribute') return String((name as { name: unknown }).name);
  if (type === 'JSXElement' || type === 'JSXFragment') return 'children';
  return /^(?:JSXExpressionContainer|ConditionalExpression|LogicalExpression|TemplateLiteral)$/.test(type) ? attribute : undefined;
}

/** The texts in a file; of a template each part between the placeholders. */
export function literalsOf({ file, code }: Source): readonly Literal[] {
  const found: Literal[] = [];
  const add = (text: unknown, kind: Literal['kind'], attribute?: string) =>
    found.push({ text: String(text).replace(/\s+/g, ' ').trim(), kind, attribute });
  const walk = (node: Node, attribute?: string): void => {
    if (node.type.startsWith('Import')) return;
    if (node.type === 'JSXText') add(node.value, 'jsx');
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, 'string', attribute);
    if (node.type === 'TemplateElement') add((node.value as { raw: string }).raw, 'template', attribute);
    const within = attributeWithin(node, attribute);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const one of value) isNode(one) && walk(one, within);
      else if (isNode(value)) walk(value, within);
    }
  };
  walk(parseSync(file, code).program as unknown as Node);
  return found;
}
