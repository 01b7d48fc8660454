import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const storage = new AsyncLocalStorage<string>()

/** Of the request or job that runs now. Log entries, slow queries, emails and error groups carry it. */
export const getRequestId = (): string | undefined => storage.getStore()

export const withRequestId = <Result>(id: string, work: () => Result): Result => storage.run(id, work)

/** Unique across processes and restarts, and cheap: a random part for the process, and a number. */
const PROCESS_PART = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, '0')
let last = 0
export const createRequestId = (): string => `${PROCESS_PART}-${(++last).toString(36)}`

/** What a proxy may send: printable, without anything that a log viewer or a shell would take for more. */
const WELL_FORMED = /^[\w.:-]{8,64}$/

export const isRequestId = (value: unknown): value is string => typeof value === 'string' && WELL_FORMED.test(value)
