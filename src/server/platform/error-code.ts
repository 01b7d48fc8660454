/** The code of an error of the system (`ENOENT`), of Node, the database or a library. Empty when it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : ''
