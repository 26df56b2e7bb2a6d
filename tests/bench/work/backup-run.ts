/** One backup or restore in a process of its own. Prints how long it took and the most memory that the process had. */
import { pino } from 'pino';
import { restoreBackup } from '../../../sync-server/operations/backup/restore-backup.ts';
import { writeBackup } from '../../../sync-server/operations/backup/write-backup.ts';

const [act, url = '', file = ''] = process.argv.slice(2);
const begun = performance.now();
if (act === 'backup') await writeBackup(url, file, null);
else await restoreBackup(url, file, null, pino({ level: 'silent' }));
console.log(JSON.stringify({ ms: performance.now() - begun, mb: process.resourceUsage().maxRSS / 1024 }));
