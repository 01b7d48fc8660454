import { DrizzleQueryError } from 'drizzle-orm'
import { getErrorCode } from '#server/platform/error-code.ts'

/** Without the query string, which may contain an email or a code. */
export function serializeRequest(request: { method: string; url: string; id?: unknown }) {
  return { method: request.method, path: request.url.split('?', 1)[0], id: request.id }
}

/** Without the headers, which contain the session cookie. */
export const serializeUpload = ({ limits }: { limits?: unknown }) => ({ limits })

/** A word with an email address, as mail servers quote it. Not the path of a package, such as node_modules/@fastify. */
export const removeEmails = (text: string) => text.replaceAll(/[^\s<>]+/g, (word) => (/[^/]@./.test(word) ? '…' : word))

export interface ErrorCause {
  name: string
  message: string
  code?: string
}

const MAX_CAUSES = 10

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
  causes?: ErrorCause[]
} {
  const query = error instanceof DrizzleQueryError ? error.query : undefined
  const cause = error instanceof DrizzleQueryError && error.cause ? error.cause : error
  const message = cleanMessage(cause)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const causes = listCauses(cause)
  return {
    type: cause.name,
    message,
    stack: [`${cause.name}: ${message}`, ...frames].join('\n'),
    ...('code' in cause && { code: String(cause.code) }),
    ...(query !== undefined && { query }),
    ...(causes.length > 0 && { causes }),
  }
}

const cleanMessage = (error: Error) => (error instanceof SyntaxError ? 'not JSON' : removeEmails(error.message))

/** What is behind an error, the nearest first: its cause, and the errors that it stands for, each with its own. */
export function listCauses(error: Error): ErrorCause[] {
  const found: Error[] = []
  const waiting = getCauses(error)
  for (let next = waiting.shift(); next && found.length < MAX_CAUSES; next = waiting.shift()) {
    // Its message has the values of the query. Its cause is what the database said.
    if (!(next instanceof DrizzleQueryError)) found.push(next)
    waiting.push(...getCauses(next))
  }
  return found.map((cause) => {
    const code = getErrorCode(cause)
    return { name: cause.name, message: cleanMessage(cause), ...(code && { code }) }
  })
}

function getCauses(error: Error): Error[] {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error.cause, ...errors].filter((one) => one instanceof Error)
}
