import { type Logger, pino } from 'pino';

/** The log of the server: JSON lines on standard error, so that standard output stays for people. Level by LOG_LEVEL. */
export const createLog = (level: string): Logger => pino({ level }, pino.destination({ fd: 2, sync: true }));
