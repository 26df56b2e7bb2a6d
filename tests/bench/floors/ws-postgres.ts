/**
 * The floor: the least that a server can do that stores documents and sends them to all clients. It is a separate process with a bare
 * WebSocket server. Each document that arrives is inserted as a plain row, and once that is committed, its exact bytes are sent to every
 * client. No accounts, no rules, no log, no scopes.
 *
 * `row` inserts each document with its own statement, as it arrives. `tick` inserts everything that has arrived in one statement, and the
 * next batch when that is committed: one commit for many documents, the least that durability costs.
 *
 * The text `all` requests every row, newest first, in pages.
 */
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { openPool } from '../../../sync-server/db/pool/connect.ts';
import { type FloorDocument, type FloorMode, floorColumns, PAGE } from './floor-document.ts';

const [mode = 'row', url = ''] = process.argv.slice(2) as [FloorMode?, string?];
// The server's own pool: the same driver with the same settings and as many connections.
const sql = openPool(url, pino({ level: 'silent' }));
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });

interface Arrived {
  readonly document: FloorDocument;
  readonly bytes: RawData;
}

const insert = (documents: readonly FloorDocument[]) => sql`insert into documents ${sql(documents as FloorDocument[], ...floorColumns)}`;
const broadcast = (bytes: RawData) => {
  for (const client of server.clients) client.send(bytes, { binary: false });
};

let waiting: Arrived[] = [];
let committing = false;

async function commitTicks(): Promise<void> {
  committing = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await insert(batch.map(({ document }) => document));
    for (const { bytes } of batch) broadcast(bytes);
  }
  committing = false;
}

async function take(bytes: RawData): Promise<void> {
  const document = JSON.parse(String(bytes)) as FloorDocument;
  if (mode === 'row') {
    await insert([document]);
    broadcast(bytes);
    return;
  }
  waiting.push({ document, bytes });
  if (committing) return;
  committing = true;
  // Other documents that arrive in this tick join the batch.
  setImmediate(() => void commitTicks().catch(fail));
}

async function sendAll(client: WebSocket): Promise<void> {
  const rows = await sql<FloorDocument[]>`select ${sql(floorColumns)} from documents order by created_at desc`;
  for (let from = 0; from < rows.length; from += PAGE) client.send(JSON.stringify(rows.slice(from, from + PAGE)));
  client.send('[]');
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

server.on('connection', (client) => {
  client.on('message', (bytes) => {
    const work = String(bytes) === 'all' ? sendAll(client) : take(bytes);
    work.catch(fail);
  });
});
server.on('listening', () => console.log((server.address() as AddressInfo).port));
// Ends with the process that started it.
process.stdin.on('end', () => process.exit(0)).resume();
