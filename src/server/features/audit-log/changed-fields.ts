import type { AuditFields } from '#contract/audit-actions.ts'

/** A longer value is cut around its first difference. */
const MAX_VALUE_LENGTH = 500
const CONTEXT_LENGTH = 100
const MAX_FIELDS = 50
/** How many more have changed. */
const LEFT_OUT = 'fields left out'
/** Also in objects inside of a value. */
const SECRET_NAME = /password|secret|token|hash/i
/** They change with every save, or are derived from other fields. */
const UNTOLD_NAMES = new Set(['version', 'updatedAt', 'words'])

/** What differs between two records. Secrets are never stored, and a changed one only says that it changed. */
export function getChangedFields(before: AuditFields, after: AuditFields) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !UNTOLD_NAMES.has(name))
  const changed = findChanged(names, before, after)
  const result: { before: AuditFields; after: AuditFields } = { before: {}, after: {} }
  for (const name of changed.slice(0, MAX_FIELDS)) {
    if (isGiven(before[name])) result.before[name] = toStored(name, before[name], after[name])
    if (isGiven(after[name])) result.after[name] = toStored(name, after[name], before[name])
  }
  if (changed.length > MAX_FIELDS) result.after[LEFT_OUT] = changed.length - MAX_FIELDS
  return result
}

/** Of a batch, whose size is limited. Half of it would be of no use. */
const isIdList = (value: unknown) => Array.isArray(value) && value.every((id) => typeof id === 'number')
const isRecord = (value: unknown): value is AuditFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const isGiven = (value: unknown) => value !== undefined && value !== null
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? ''))

const findChanged = (names: string[], before: AuditFields, after: AuditFields) =>
  names.filter((name) => toText(before[name]) !== toText(after[name]))

function findDifference(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  return place
}

/** @param other the value on the other side of the change. Of an object only what differs from it is stored. */
function toStored(name: string, value: unknown, other: unknown): unknown {
  if (SECRET_NAME.test(name)) return '(secret)'
  if (isRecord(value)) {
    const others = isRecord(other) ? other : {}
    const names = Object.keys(value).filter((key) => !SECRET_NAME.test(key) && isGiven(value[key]))
    return Object.fromEntries(
      findChanged(names, value, others)
        .slice(0, MAX_FIELDS)
        .map((key) => [key, toStored(key, value[key], others[key])]),
    )
  }
  const plain: unknown = JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (SECRET_NAME.test(key) ? undefined : inner)),
  )
  const text = toText(plain)
  if (text.length <= MAX_VALUE_LENGTH || isIdList(plain)) return plain
  const start = findDifference(toText(value), toText(other))
  const from = Math.max(0, Math.min(start - CONTEXT_LENGTH, text.length - MAX_VALUE_LENGTH))
  const cut = cutText(text, from, from + MAX_VALUE_LENGTH)
  return `${from > 0 ? '…' : ''}${cut}${from + MAX_VALUE_LENGTH < text.length ? '…' : ''}`
}

/** Never inside a surrogate pair, which the database refuses. */
export const cutText = (text: string, start: number, end: number) =>
  text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
