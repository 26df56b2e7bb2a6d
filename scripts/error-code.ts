/** The error code of the system, such as ENOENT; undefined for any other error. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
