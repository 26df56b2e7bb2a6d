/** Settings of every connection. Times are in milliseconds: no statement of a request runs longer than 15 s. */
export const sessionSettings = {
  // For statements as small and as often repeated as ours, planning costs more than running them.
  plan_cache_mode: 'force_generic_plan',
  // A generic plan may be made while a table is empty, and would then scan the whole table until it is analyzed. All our queries have an
  // index.
  enable_seqscan: 'off',
  // Compiling a plan takes longer than any of our statements runs. Before Postgres 18, an unavoidable sequential scan has a cost high
  // enough to trigger it.
  jit: 'off',
  statement_timeout: 15_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 20_000,
  // Independent of the server's default: a statement that writes must see what it waited for.
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
} as const;
