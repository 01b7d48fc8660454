import { DrizzleQueryError } from 'drizzle-orm'

/** Without the query string, which may contain an email or a code. */
export function serializeRequest(request: { method: string; url: string; id?: unknown }) {
  return { method: request.method, path: request.url.split('?', 1)[0], id: request.id }
}

/** Without the headers, which contain the session cookie. */
export const serializeUpload = ({ limits }: { limits?: unknown }) => ({ limits })

/** A word with an email address, as mail servers quote it. Not the path of a package, such as node_modules/@fastify. */
export const removeEmails = (text: string) => text.replaceAll(/[^\s<>]+/g, (word) => (/[^/]@./.test(word) ? '…' : word))

/**
 * Without email addresses, without the values of a failed query, which may contain password or token hashes, and without
 * invalid JSON, which may contain a password.
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
  const message = cause instanceof SyntaxError ? 'not JSON' : removeEmails(cause.message)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: cause.name,
    message,
    stack: [`${cause.name}: ${message}`, ...frames].join('\n'),
    ...('code' in cause && { code: String(cause.code) }),
    ...(query !== undefined && { query }),
  }
}
