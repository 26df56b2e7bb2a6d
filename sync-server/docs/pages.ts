/**
 * The description of the API, for programs and as pages: from the Markdown in `docs/`, the operations and the schemas. The build runs this
 * and puts the result in its place (`scripts/rendered-docs.ts`), so the built server needs neither `docs/` nor the renderer.
 */
import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../api-document/json-schema.ts';
import { allOperations } from './all-operations.ts';
import { docsRules } from './docs-rules.ts';
import { createDocument } from './document.ts';
import { renderPage } from './markdown.ts';
import { protocolParts } from './protocol-parts.ts';
import { reference } from './reference.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The style sheet in each page: the product's own colours and sizes, as far as the pages use them. No font, no picture. */
function stylesheet(): string {
  const tokens = [...read('src/ui/tokens.css').matchAll(/^ {2}(--[\w-]+): [^;]+;/gm)];
  const used = tokens.filter(([, name]) => docsRules.includes(`var(${name})`)).map(([declaration]) => declaration.trim());
  return `:root { color-scheme: light dark; ${used.join(' ')} }\n${docsRules}`;
}

export const docsStyle: string = stylesheet();

/** The OpenAPI document, for a server at any address. */
export const apiDocument = (): JsonSchema => createDocument(allOperations);

/** The HTML of each page, by the last part of its path. */
export function renderDocs(): Readonly<Record<'reference' | 'first-steps' | 'realtime' | 'protocol', string>> {
  const parts = protocolParts();
  const protocol = read('docs/protocol.md').replace(/<!-- ([\w-]+) -->/g, (_, name: string) => parts[name] ?? name);
  const page = (markdown: string) => renderPage(markdown, docsStyle);
  return {
    reference: page(reference(apiDocument())),
    'first-steps': page(read('docs/first-steps.md')),
    realtime: page(read('docs/realtime.md')),
    protocol: page(protocol),
  };
}
