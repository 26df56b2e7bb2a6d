/**
 * The simplest device that follows the sync protocol: it keeps documents and checkpoints in memory and does with a page only what the
 * protocol requires.
 */
import type { CollectionName } from '../../schemas/protocol/collections.ts';
import type { Checkpoint, PullResponse, WireDocument } from '../../schemas/protocol/sync.ts';
import type { SyncEngine } from '../../sync-server/sync/create-engine.ts';

export class ModelReplica {
  readonly viewer: string;
  readonly held = new Map<CollectionName, Map<string, WireDocument>>();
  readonly checkpoints = new Map<CollectionName, Checkpoint>();
  /** ids that a page marked for a check */
  readonly toCheck = new Map<CollectionName, Set<string>>();
  epoch: string | null = null;
  heads: Record<string, number> = {};
  readonly #engine: SyncEngine;

  constructor(engine: SyncEngine, viewer: string, collections: readonly CollectionName[] = ['posts', 'comments']) {
    this.#engine = engine;
    this.viewer = viewer;
    for (const collection of collections) {
      this.held.set(collection, new Map());
      this.checkpoints.set(collection, {});
    }
  }

  ids(collection: CollectionName): string[] {
    return [...(this.held.get(collection)?.keys() ?? [])].sort();
  }

  document(collection: CollectionName, id: string): WireDocument | undefined {
    return this.held.get(collection)?.get(id);
  }

  /** One request and its answer. Returns the answer, and whether there is more to pull. */
  async pullOnce(limit = 50): Promise<{ response: PullResponse; more: boolean }> {
    const check: Partial<Record<CollectionName, string[]>> = {};
    for (const [collection, documents] of this.held) {
      const checkpoint = this.checkpoints.get(collection) ?? {};
      const unknown = [...documents.values()].filter((document) => (checkpoint[document.scope] ?? null) === null);
      const ids = new Set([...unknown.map((document) => document.id), ...(this.toCheck.get(collection) ?? [])]);
      if (ids.size > 0) check[collection] = [...ids];
    }
    const response = await this.#engine.pull(this.viewer, {
      epoch: this.epoch,
      collections: Object.fromEntries([...this.checkpoints].map(([collection, checkpoint]) => [collection, { checkpoint, limit }])),
      check,
    });
    this.epoch = response.epoch;
    this.heads = response.heads;
    for (const [collection, documents] of this.held) {
      const page = response.collections[collection];
      if (!page) continue;
      for (const [id, scope] of page.removed) if (documents.get(id)?.scope === scope) documents.delete(id);
      for (const document of page.documents) documents.set(document.id, document);
      const toCheck = new Set<string>();
      for (const [beginning, scope] of page.recheck)
        for (const document of documents.values())
          if (document.scope === scope && document.id.startsWith(beginning)) toCheck.add(document.id);
      this.toCheck.set(collection, toCheck);
      this.checkpoints.set(collection, { ...this.checkpoints.get(collection), ...page.checkpoint });
      for (const [id, document] of response.check[collection] ?? []) {
        if (document) documents.set(id, document);
        else documents.delete(id);
      }
      for (const [id, document] of documents) if (!(document.scope in response.heads)) documents.delete(id);
    }
    const doubts = [...this.toCheck.values()].some((ids) => ids.size > 0);
    return { response, more: doubts || Object.values(response.collections).some((page) => page.more) };
  }

  /** Pulls until there is no more. Throws after 10,000 requests, in case the server always announces more than it returns. */
  async pullAll(limit = 50): Promise<number> {
    for (let requests = 1; ; requests += 1) {
      if (!(await this.pullOnce(limit)).more) return requests;
      if (requests > 10_000) throw new Error('the pull does not end');
    }
  }
}
