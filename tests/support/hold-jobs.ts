/** A process that takes the jobs of a queue for three seconds, prints how many, and never finishes them. Tests kill it. */
import { pino } from 'pino';
import { takeJobs } from '../../sync-server/db/jobs.ts';
import { openDatabase } from '../../sync-server/db/pool/connect.ts';

const [url = '', queue = ''] = process.argv.slice(2);
const database = openDatabase(url, pino({ level: 'silent' }), 1);
const jobs = await takeJobs(database, queue, 5, 3);
process.stdout.write(String(jobs.length));
