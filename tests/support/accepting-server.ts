/** The end of a path, and what the server answers to a request there. */
type Answers = Readonly<Record<string, (request: string) => object>>;

const OPEN = 'event: open\ndata: {"epoch":"one"}\n\n';

/** A server that has nothing for this member and accepts every write. `own` replaces answers. */
export function acceptingServer(userId: string, own: Answers = {}): typeof fetch {
  const answers: Answers = {
    refresh: () => ({
      success: true,
      data: { access_token: 'token', expires_at: 0, user: { id: userId, email: 'ana@kith.test', name: 'Ana' } },
    }),
    pull: (request) => {
      const { collections } = JSON.parse(request) as { readonly collections: object };
      const page = { documents: [], removed: [], recheck: [], checkpoint: {}, more: false };
      return { epoch: 'one', heads: {}, collections: Object.fromEntries(Object.keys(collections).map((name) => [name, page])), check: {} };
    },
    push: (request) => ({
      answers: (JSON.parse(request) as { changes: { document: { id: string } }[] }).changes.map(({ document }) => ({
        id: document.id,
        code: null,
        document: { ...document, scope: 1 },
      })),
    }),
    ...own,
  };
  return async (input, init) => {
    const kind = String(input).split('/').at(-1) ?? '';
    if (kind !== 'stream') return Response.json(answers[kind]?.(String(init?.body)) ?? {});
    const said = new ReadableStream<Uint8Array>({
      start(line) {
        line.enqueue(new TextEncoder().encode(OPEN));
        init?.signal?.addEventListener('abort', () => line.error(new Error('ended')));
      },
    });
    return new Response(said, { headers: { 'content-type': 'text/event-stream' } });
  };
}
