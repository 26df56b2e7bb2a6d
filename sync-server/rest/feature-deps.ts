import type { Database } from '../db/pool/transaction.ts';
import type { RateLimits } from '../http/limits/rate-limits.ts';
import type { CommandContext } from '../sync/command.ts';
import type { Engine } from '../sync/engine.ts';

/** What every REST route of a feature gets. Reads ask the engine what is visible, and writes run commands through it. */
export interface FeatureDeps {
  readonly engine: Engine;
  readonly database: Database;
  readonly limits: CommandContext['limits'];
  readonly rateLimits: RateLimits;
}
