import type { PlantedFault } from './planted-fault.ts';

const worker = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  foundBy: 'simulated',
  edits: [{ file: `workers/replication/${file}`, from, to }],
});

/** Faults of a device: in the page and in the replication worker. */
export const deviceFaults: readonly PlantedFault[] = [
  // A wrong clock
  {
    name: 'write ids follow the clock alone, which may be set back',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/writes/row-writer.ts',
        from: "const msecs = Math.max(now(), greatest === '' ? 0 : writtenAt(greatest) + 1);",
        to: 'const msecs = now();',
      },
    ],
  },
  {
    name: 'expiry follows the clock of the device',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/server-clock.ts',
        from: 'last === null ? 0 : last.server + Math.max(0, realm.performance.now() - lastAt)',
        to: 'realm.Date.now()',
      },
    ],
  },
  {
    name: 'pending rows are sent collection by collection',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/pending/pending-rows.ts',
        from: 'const position = ({ row }: P) => sendPosition(row);',
        to: 'const position = ({ collection, row }: P) => collection + sendPosition(row);',
      },
    ],
  },
  worker(
    'a removal deletes a copy from any scope',
    'down/pages.ts',
    'copy && !copy._deleted && copy.scope === scope',
    'copy && !copy._deleted',
  ),
  {
    // Each edit alone is compensated by the other: the device checks rows whose scope is unknown.
    name: 'rows of left scopes stay, even when the server has checked them',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/replication/down/pull.ts',
        from: 'if (leaves(page, response, scope)) leftScopes.add(scope);',
        to: 'void scope;',
      },
      {
        file: 'workers/replication/down/pages.ts',
        from: 'else if (!brought.has(id) && now(id)?._deleted === false) changed.set(id, tombstone(collection, id));',
        to: '',
      },
    ],
  },
  worker(
    'the bytes of a photo stay when its row has gone',
    'images/keep-images.ts',
    'if (unnamed.length > 0) await store.remove(unnamed.map(({ key }) => key));',
    '',
  ),
  worker(
    'the photos of hidden rows stay on the device',
    'images/named-images.ts',
    'withoutBlocked(rows, blocked, authorOf)',
    'withoutBlocked(rows, new Set(), authorOf)',
  ),
  worker('the photos of the newest rows are not fetched ahead', 'images/fetch-ahead.ts', '.slice(0, most)', '.slice(most)'),
  worker(
    'rows from the stream are not stored',
    'down/pull.ts',
    'await replica.write(idsOf(contents), (stored) => changedRows(replica.name, contents, stored));',
    '',
  ),
  worker(
    'a refused write disappears without a message',
    'up/refused-writes.ts',
    'await addRefused(database, refused, again);',
    'await addRefused(database, refused.slice(0, 0), again);',
  ),
  worker(
    'the page of a network in between refuses a write',
    'server.ts',
    'status === 413 || (status < 500 && isUnreadable(code))',
    'status < 500',
  ),
  worker(
    'a pending row is overwritten by a pulled one',
    'down/pages.ts',
    'return [...changed.values()].filter(({ id }) => stored.get(id)?.pending !== 1);',
    'return [...changed.values()];',
  ),
  worker(
    'an answer replaces a newer local write',
    'up/push.ts',
    'if (stored?.pending === 1 && stored.write_id !== sent.write_id) {',
    "if (stored?.pending === 1 && sent.id === '') {",
  ),
  {
    name: 'a row that changed since it was read is overwritten by the first decision',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/write-rows.ts',
        from: 'let undecided: readonly string[] = ids;',
        to: 'let undecided: readonly string[] = ids; let first: readonly StoredRow[] | undefined;',
      },
      {
        file: 'workers/device/write-rows.ts',
        from: 'const writes = decide(stored).flatMap',
        to: 'first ??= decide(stored); const writes = first.flatMap',
      },
    ],
  },
  worker(
    'the checkpoint is stored before the rows',
    'down/pull.ts',
    `    const content: PageContent = { documents: page.documents, removed: page.removed, checked };
`,
    `    const content: PageContent = { documents: page.documents, removed: page.removed, checked };
    await replica.saveCheckpoint(nextCheckpoint(replica.checkpoint, page.checkpoint, response.heads));
`,
  ),
  {
    name: 'pending rows are not found in the store',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/pending/track-pending.ts',
        from: 'for (const { collection, row } of stored)',
        to: 'for (const { collection, row } of stored.slice(0, 0))',
      },
    ],
  },
  worker(
    'a new scope hides rows that came before a restart',
    'down/pull.ts',
    'const inDoubt = (await Promise.all([...below, leftOver(one, page, answered)])).flat();',
    'const inDoubt = (await Promise.all(below)).flat();',
  ),
  // Several tabs, a power cut, a full disk
  {
    name: 'a tab does not learn of what another has to send',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/store/share-changes.ts',
        from: 'void channel.postMessage(message);',
        to: 'if (!bulk.events.some(({ documentData }) => documentData.pending === 1)) void channel.postMessage(message);',
      },
    ],
  },
  worker(
    'a worker that was frozen stores what it had in hand',
    'state/leadership.ts',
    'createLead({ realm, locks, lockName, certainMs: patience.ms / 2, onLost: stop })',
    'soleLead',
  ),
  {
    name: 'a write counts as kept before it is on the disk',
    foundBy: 'simulated',
    edits: [
      {
        file: 'workers/device/store/durability.ts',
        from: 'return table === DOCUMENTS_TABLE ? id === OUTBOX_ID : pending === 1;',
        to: 'return table === DOCUMENTS_TABLE && id === OUTBOX_ID;',
      },
    ],
  },
  worker(
    'a device whose disk was full never fetches again',
    'watch-disk-space.ts',
    `    full = false;
    if (!closed) onChange();`,
    '    if (!closed) onChange();',
  ),
];
