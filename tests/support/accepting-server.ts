/** The end of a path, and what the server answers to a request there. */
type Answers = Readonly<Record<string, (request: string) => object>>;

type Document = Readonly<Record<string, unknown>>;

const OPEN = 'event: open\ndata: {"epoch":"one"}\n\n';

/** A server that has nothing for this member and accepts every write except those to which `refuses` gives a code. */
export function acceptingServer(userId: string, refuses: (document: Document) => string | null = () => null): typeof fetch {
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
      answers: (JSON.parse(request) as { changes: { document: Document }[] }).changes.map(({ document }) => {
        const code = refuses(document);
        return { id: document.id, code, document: code === null ? { ...document, scope: 1 } : null };
      }),
    }),
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
