import { basename, dirname } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds a worker as one more entry of the page's own build, not as a build of its own: what both need, the local database above all,
 * is then one file, which a device fetches once. `worker-` in its name means that the server sends a content security policy with it, as the
 * policy of a worker is that of its own file (`security-headers.ts`). The rest of its name is that of its folder.
 */
export function sharedWorkersPlugin(): Plugin {
  const asked = '?worker&url&shared';
  return {
    name: 'kith:shared-workers',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(asked)) return null;
      const found = await this.resolve(source.slice(0, -asked.length), importer, { skipSelf: true });
      return found && `${found.id}?worker-entry`;
    },
    load(id) {
      if (!id.endsWith('?worker-entry')) return null;
      const entry = id.slice(0, -'?worker-entry'.length);
      const file = this.emitFile({ type: 'chunk', id: entry, name: `worker-${basename(dirname(entry))}` });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
