import { hash } from 'node:crypto'
import { relative } from 'node:path'
import { removeEmails, serializeError } from '#server/platform/log/log-serializers.ts'
import type { ReportedError } from '#server/platform/log/report-error.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const FINGERPRINT_FRAMES = 3
const MAX_STACK_LINES = 30
const MAX_QUERY_LENGTH = 1_000
const MAX_MESSAGE_LENGTH = 500

export interface ErrorDescription {
  fingerprint: string
  type: string
  message: string
  stack: string
}

/** Errors of one cause have one fingerprint: the type, the route, the statement and the top frames of our own code. */
export function describeError({ error, source }: Pick<ReportedError, 'error' | 'source'>): ErrorDescription {
  const { type, message, stack, code, query, causes = [] } = serializeError(error)
  const cleaned = removeValues(message, code).slice(0, MAX_MESSAGE_LENGTH)
  const frames = stack.split('\n').slice(1)
  const own = frames.filter((frame) => !/node_modules|node:|<anonymous>/.test(frame)).slice(0, FINGERPRINT_FRAMES)
  const statement = query?.replaceAll(/\$\d+(, ?\$\d+)*/g, '$n') ?? ''
  // The line of a frame changes with each release, the function seldom.
  const place = own.length > 0 ? own.map(toFunction) : [cleaned]
  const shown = [`${type}: ${cleaned}`, ...frames.slice(0, MAX_STACK_LINES).map(shortenFrame)]
  for (const { name, message: reason, code: reasonCode } of causes)
    shown.push(`Cause: ${name}: ${removeValues(reason, reasonCode).slice(0, MAX_MESSAGE_LENGTH)}`)
  if (query !== undefined) shown.push(`Query: ${query.slice(0, MAX_QUERY_LENGTH)}`)
  return {
    fingerprint: hash('sha256', [type, code ?? '', source, statement, ...place].join('\n'), 'hex'),
    type: (code === undefined ? type : `${type} ${code}`).slice(0, 100),
    message: cleaned,
    stack: shown.join('\n'),
  }
}

const toFunction = (frame: string) =>
  shortenFrame(frame)
    .replace(/:\d+:\d+\)?$/, '')
    // The build's hash.
    .replace(/-[\w-]{8}\.js/, '.js')

const shortenFrame = (frame: string) =>
  frame.replace(/(file:\/\/)?(\/[^\s()]+)/, (_all, _scheme, path: string) =>
    path.startsWith(PROJECT_ROOT) ? relative(PROJECT_ROOT, path) : path,
  )

const IDENTIFIER = /^[a-z_$][\w$.]{0,40}$/i
/** PostgreSQL's data exceptions quote the value. */
const DATA_EXCEPTION = /^22/

/** Names of columns and properties stay; emails, numbers, tokens and quoted values do not. */
export function removeValues(message: string, code?: string): string {
  const keepsNames = code === undefined || !DATA_EXCEPTION.test(code)
  const withoutQuotes = message.replaceAll(
    /(["'`“])([^"'`”]*)(["'`”])/g,
    (all: string, open: string, text: string, close: string) =>
      keepsNames && IDENTIFIER.test(text) ? all : `${open}…${close}`,
  )
  return removeEmails(withoutQuotes)
    .replaceAll(/[\w-]{20,}/g, (text) => (/\d/.test(text) ? '…' : text))
    .replaceAll(/\d{4,}/g, '…')
}
