/** A process that does nothing but hold an embedded Postgres, for tests that kill it. Says where it is, or why it is not. */
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../sync-server/db/embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const embedded = await startEmbeddedPostgres(dataDir, pino({ level: 'silent' }));
  process.on('SIGTERM', () => {
    embedded.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  // Last: whoever reads this may end us in the same moment.
  console.log(JSON.stringify({ ...embedded.connection, pid: embedded.pid }));
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).message }));
  process.exitCode = 1;
}
