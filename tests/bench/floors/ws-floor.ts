/** Starts the floor's server over its own database in the Postgres of the run, and opens clients to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import WebSocket from 'ws';
import { testDatabase } from '../../support/postgres.ts';
import { type FloorDocument, type FloorMode, floorColumns, floorTable } from './floor-document.ts';

export interface FloorClient {
  /** Sends a document. Resolves when the document has come back, which means that it is committed. */
  write(document: FloorDocument): Promise<void>;
  /** Reads all documents, newest first; `onPage` is called for each page as it arrives. */
  readAll(onPage: (rows: readonly FloorDocument[]) => void): Promise<void>;
  close(): void;
}

export type WsFloor = Awaited<ReturnType<typeof startWsFloor>>;

const INSERT_BATCH = 1000;

export async function startWsFloor(mode: FloorMode, nodeOptions = '') {
  const database = await testDatabase();
  await database.sql.unsafe(floorTable);
  await assertDurable(database.sql);
  const tsx = createRequire(import.meta.url).resolve('tsx');
  const child = spawn(process.execPath, ['--import', tsx, join(import.meta.dirname, 'ws-postgres.ts'), mode, database.url], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: nodeOptions },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    child.once('exit', (code) => reject(new Error(`the floor ended with ${code}: ${errors}`)));
  });

  return {
    pid: child.pid ?? 0,
    port,
    databaseUrl: database.url,
    output: () => errors,
    /** A client that receives every document, including its own. */
    connect: (onDocument: (document: FloorDocument) => void = () => undefined) => connect(`ws://127.0.0.1:${port}`, onDocument),
    /** how many documents are stored */
    async rows(): Promise<number> {
      const [row] = await database.sql<{ rows: number }[]>`select count(*)::int as rows from documents`;
      return row?.rows ?? 0;
    },
    async fill(documents: readonly FloorDocument[]): Promise<void> {
      for (let from = 0; from < documents.length; from += INSERT_BATCH) {
        const rows = documents.slice(from, from + INSERT_BATCH);
        await database.sql`insert into documents ${database.sql(rows, ...floorColumns)}`;
      }
      await database.sql`analyze documents`;
    },
    async stop(): Promise<void> {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
      await database.close();
    },
  };
}

/** A floor that may lose data would not be comparable. @throws Error where a commit may be lost */
async function assertDurable(sql: Sql): Promise<void> {
  const [row] = await sql<{ durable: boolean }[]>`
    select current_setting('fsync') = 'on' and current_setting('synchronous_commit') = 'on' as durable`;
  if (!row?.durable) throw new Error('this Postgres does not keep what it commits');
}

async function connect(url: string, onDocument: (document: FloorDocument) => void): Promise<FloorClient> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const unanswered = new Map<string, () => void>();
  let onPage: ((rows: readonly FloorDocument[]) => void) | null = null;
  let allHere: () => void = () => undefined;
  socket.on('message', (bytes) => {
    const message = JSON.parse(String(bytes)) as FloorDocument | FloorDocument[];
    if (Array.isArray(message)) {
      if (message.length > 0) onPage?.(message);
      else allHere();
      return;
    }
    onDocument(message);
    unanswered.get(message.id)?.();
    unanswered.delete(message.id);
  });
  await once(socket, 'open');
  return {
    write: (document) =>
      new Promise((resolve) => {
        unanswered.set(document.id, resolve);
        socket.send(JSON.stringify(document));
      }),
    readAll: (listener) =>
      new Promise((resolve) => {
        onPage = listener;
        allHere = resolve;
        socket.send('all');
      }),
    close: () => socket.terminate(),
  };
}
