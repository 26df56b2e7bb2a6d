/**
 * Just enough HTTP/1.1 to find where one message ends and the next begins on a connection, so that a proxy can recognise requests while it
 * forwards bytes.
 */
export interface Head {
  readonly line: string;
  readonly headers: ReadonlyMap<string, string>;
}

type Body = { readonly kind: 'none' } | { readonly kind: 'length'; bytesLeft: number } | { readonly kind: 'chunked'; tail: string };

const END_OF_CHUNKS = '\r\n0\r\n\r\n';

function parseHead(text: string): Head {
  const [line = '', ...fields] = text.split('\r\n');
  const headers = new Map<string, string>();
  for (const field of fields) {
    const colon = field.indexOf(':');
    if (colon > 0) headers.set(field.slice(0, colon).trim().toLowerCase(), field.slice(colon + 1).trim());
  }
  return { line, headers };
}

/** Follows one direction of a connection and calls back at the head and at the end of each message. */
export function messageReader(on: {
  readonly head: (head: Head) => void;
  readonly end: () => void;
  readonly hasNoBody?: (head: Head) => boolean;
}) {
  let pending = '';
  let body: Body | null = null;

  function beginBody(head: Head): void {
    const length = Number(head.headers.get('content-length') ?? 0);
    if (on.hasNoBody?.(head)) body = { kind: 'none' };
    else if (head.headers.get('transfer-encoding')?.includes('chunked')) body = { kind: 'chunked', tail: '\r\n' };
    else body = length > 0 ? { kind: 'length', bytesLeft: length } : { kind: 'none' };
  }

  return (bytes: Buffer): void => {
    // latin1 makes each byte one character, so lengths in bytes stay right.
    pending += bytes.toString('latin1');
    for (;;) {
      if (body === null) {
        const end = pending.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = parseHead(pending.slice(0, end));
        pending = pending.slice(end + 4);
        beginBody(head);
        on.head(head);
      }
      const current = body as Body | null;
      if (current === null) return;
      if (current.kind === 'length') {
        const taken = Math.min(current.bytesLeft, pending.length);
        current.bytesLeft -= taken;
        pending = pending.slice(taken);
        if (current.bytesLeft > 0) return;
      }
      if (current.kind === 'chunked') {
        const seen = current.tail + pending;
        const end = seen.indexOf(END_OF_CHUNKS);
        if (end < 0) {
          current.tail = seen.slice(-END_OF_CHUNKS.length + 1);
          pending = '';
          return;
        }
        pending = seen.slice(end + END_OF_CHUNKS.length);
      }
      body = null;
      on.end();
    }
  };
}
