import { useEffect, useRef, useState } from 'react';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '../../../../schemas/protocol/version.ts';
import type { Answer } from '../../../data/session/request.ts';
import { accessToken } from '../../../data/session/session.ts';
import { exportText } from '../../../text/account.ts';
import { statusText } from '../../../text/answers.ts';
import { authText } from '../../../text/auth.ts';
import { whenPresent } from '../presence/presence.ts';
import { openExportFile } from './export-file.ts';

/** After this long without a byte, the download is given up. */
const SILENT_MS = 45_000;
/** The shown progress changes no more often than people can read. */
const SHOW_MS = 200;

export type ExportState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'running'; readonly received: number }
  | { readonly kind: 'done' | 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

export interface Export {
  readonly state: ExportState;
  start(): void;
  stop(): void;
}

class Failed extends Error {}

const ask = (token: string, signal: AbortSignal): Promise<Response> =>
  fetch('/api/profiles/me/export', {
    headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), authorization: `Bearer ${token}` },
    credentials: 'same-origin',
    signal,
  });

/** A token, unless the export is stopped first. If the session has ended the whole page says so, so this reports a network error. */
async function tokenFor(signal: AbortSignal, rejected?: string): Promise<string> {
  const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  signal.throwIfAborted();
  const token = await Promise.race([accessToken(rejected), stopped]);
  if (!token) throw new Failed(authText.network);
  return token;
}

type Archive = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The response body. If the first token had just expired, it asks again with a new token. */
async function begin(signal: AbortSignal): Promise<Answer<Archive>> {
  const token = await tokenFor(signal);
  let response = await ask(token, signal);
  if (response.status === 401) response = await ask(await tokenFor(signal, token), signal);
  // Some networks, such as in hotels, answer with their own page.
  if (response.ok && response.body && response.headers.get('content-type') === 'application/zip') return { ok: true, data: response.body };
  if (response.ok) throw new Failed(authText.network);
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  return { ok: false, status: response.status, code, message };
}

/**
 * The same, from a member who has shown that they are there. `abort` is called if the server does not answer; the question may take long.
 */
async function beginPresent(signal: AbortSignal, abort: () => void): Promise<Archive> {
  const answer = await whenPresent('export', async () => {
    const silence = setTimeout(abort, SILENT_MS);
    return begin(signal).finally(() => clearTimeout(silence));
  });
  if (answer.ok) return answer.data;
  throw new Failed(answer.message || statusText(answer.status));
}

/**
 * The end record of a ZIP without a comment. It proves completeness: a response that a proxy cut off may look as if it had ended normally.
 */
const END_BYTES = 22;
const isWhole = (end: Uint8Array): boolean => end.length === END_BYTES && [0x50, 0x4b, 5, 6].every((byte, at) => end[at] === byte);

/** The last bytes received so far. */
function endOf(before: Uint8Array, next: Uint8Array): Uint8Array {
  const [old, fresh] = [before.subarray(-END_BYTES), next.subarray(-END_BYTES)];
  const both = new Uint8Array(old.length + fresh.length);
  both.set(old);
  both.set(fresh, old.length);
  return both.subarray(-END_BYTES);
}

async function run(signal: AbortSignal, abort: () => void, show: (received: number) => void): Promise<'done' | 'ready'> {
  const file = await openExportFile();
  if (!file) return 'ready';
  show(0);
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    const reader = (await beginPresent(signal, abort)).getReader();
    silence = setTimeout(abort, SILENT_MS);
    let end: Uint8Array = new Uint8Array();
    for (let received = 0; ; ) {
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) break;
      await file.write(value).catch((error: unknown) => {
        throw new Failed(exportText.notWritten, { cause: error });
      });
      received += value.byteLength;
      end = endOf(end, value);
      show(received);
      silence = setTimeout(abort, SILENT_MS);
    }
    if (!isWhole(end)) throw new Failed(exportText.broken);
    await file.finish();
    return 'done';
  } catch (error) {
    await file.abort().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

/** The export of the signed-in member's data. It continues while the sheet is closed and stops when the screen closes. */
export function useExport(): Export {
  const [state, setState] = useState<ExportState>({ kind: 'ready' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const current = new AbortController();
    running.current = current;
    let broken = false;
    let shownAt = 0;
    const show = (received: number) => {
      if (received > 0 && performance.now() - shownAt < SHOW_MS) return;
      shownAt = performance.now();
      setState({ kind: 'running', received });
    };
    const giveUp = () => {
      broken = true;
      current.abort();
    };
    try {
      setState({ kind: await run(current.signal, giveUp, show) });
    } catch (error) {
      if (error instanceof Failed) setState({ kind: 'failed', message: error.message });
      else if (current.signal.aborted && !broken) setState({ kind: 'stopped' });
      else setState({ kind: 'failed', message: exportText.broken });
    } finally {
      running.current = null;
    }
  };
  return { state, start: () => void start(), stop: () => running.current?.abort() };
}
