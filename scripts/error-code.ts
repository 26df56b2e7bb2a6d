/** What the system says went wrong, such as ENOENT; undefined where this is no error of the system's. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
