import { DrizzleQueryError } from 'drizzle-orm'

/** What a log line says of a request: never its query, which may hold an e-mail or a code. */
export function serializeRequest(request: { method: string; url: string; id?: unknown }) {
  return { method: request.method, path: request.url.split('?', 1)[0], id: request.id }
}

/** What the parser of uploads says of a request: not its headers, which hold the session's cookie. */
export const serializeUpload = ({ limits }: { limits?: unknown }) => ({ limits })

/**
 * What a log line says of an error. Not the values of a failed query nor the row it would have made, which may hold a
 * password's hash or a token's; not the text that was no JSON, which may be a password.
 */
export function serializeError(error: Error): {
  type: string
  message: string
  stack: string
  code?: string
  query?: string
} {
  const query = error instanceof DrizzleQueryError ? error.query : undefined
  const cause = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  const message = cause instanceof SyntaxError ? 'not JSON' : cause.message
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: cause.name,
    message,
    stack: [`${cause.name}: ${message}`, ...frames].join('\n'),
    ...('code' in cause && { code: String(cause.code) }),
    ...(query !== undefined && { query }),
  }
}
