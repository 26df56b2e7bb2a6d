/** A process that does nothing but run an embedded Postgres, for tests that kill it. Prints the connection, or the error. */
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../sync-server/db/embedded/embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const embedded = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }));
  process.on('SIGTERM', () => {
    embedded.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  // Last, because the reader may kill this process as soon as it has the line.
  console.log(JSON.stringify({ ...embedded.connection, pid: embedded.pid }));
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
  process.exitCode = 1;
}
