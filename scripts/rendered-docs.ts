/** Puts the rendered pages of the API into the built server, in place of what renders them. */
import type { Plugin } from 'vite';

export function renderedDocsPlugin(): Plugin {
  return {
    name: 'kith:rendered-docs',
    async load(id) {
      if (!id.endsWith('/sync-server/docs/pages.ts')) return null;
      const { apiDocument, docsStyle, renderDocs } = await import('../sync-server/docs/pages.ts');
      const text = (value: unknown): string => JSON.stringify(JSON.stringify(value));
      return `export const docsStyle = ${JSON.stringify(docsStyle)};
export const apiDocument = () => JSON.parse(${text(apiDocument())});
export const renderDocs = () => JSON.parse(${text(renderDocs())});`;
    },
  };
}
