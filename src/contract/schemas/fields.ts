import * as z from 'zod/mini'
import { GENDERS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'

// U+0000 is refused by PostgreSQL and a lone surrogate silently altered; other control characters have no place in text.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const LINE_BREAK = /[\t\n\r]/
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Nothing in it that cannot be kept, or that no text has a use for. Line breaks are text. */
export const hasOnlyStorableCharacters = (text: string) => !CONTROL_CHARACTER.test(text) && !LONE_SURROGATE.test(text)
const isSingleLine = (text: string) => hasOnlyStorableCharacters(text) && !LINE_BREAK.test(text)

/** A row's number. Strings of digits are taken because the browser reads ids out of addresses. */
export const id = z.union(
  [
    z.int().check(z.positive()),
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      z.transform((digits) => Number(digits)),
    ),
  ],
  { error: 'An id is a positive whole number' },
)

export const page = z
  .int({ error: 'A page is a whole number from 1' })
  .check(
    z.minimum(1, { error: 'A page is a whole number from 1' }),
    z.maximum(LIMITS.page, { error: `A page is at most ${LIMITS.page}` }),
  )

/** Which save a form was filled from: with another one saved since, the call answers `changed_meanwhile`. */
export const version = z.int({ error: 'A version is a whole number' }).check(z.positive())

/** One line of text, trimmed and NFC-normalised. */
export function singleLineText(label: string, { min = 1, max }: { min?: number; max: number }) {
  return z
    .string({ error: `${label} is required` })
    .check(
      z.refine(isSingleLine, { error: `${label} holds characters that cannot be kept` }),
      z.normalize('NFC'),
      z.trim(),
      z.minLength(min, { error: `${label} is required` }),
      z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
    )
}

/** Text of several lines, trimmed and NFC-normalised. */
export function multiLineText(label: string, { max }: { max: number }) {
  return z
    .string({ error: `${label} is required` })
    .check(
      z.refine(hasOnlyStorableCharacters, { error: `${label} holds characters that cannot be kept` }),
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, { error: `${label} is required` }),
      z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
    )
}

// An ASCII mailbox without a quoted part: two spellings of one address must not be two accounts.
const EMAIL_PATTERN =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const email = z
  .string({ error: 'E-mail is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'E-mail is required' }),
    z.maxLength(LIMITS.email, { error: `E-mail can have at most ${LIMITS.email} characters` }),
    z.regex(EMAIL_PATTERN, { error: 'That does not look like an e-mail address' }),
  )

/** A password being used. Its rules are checked only when one is set, never at login. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required' }),
    z.maxLength(LIMITS.passwordMax, { error: `Password can have at most ${LIMITS.passwordMax} characters` }),
  )

/** A password being set. The commonest ones are refused by the server, which holds the list. */
export const newPassword = z.string({ error: 'Password is required' }).check(
  z.minLength(LIMITS.passwordMin, { error: `Password needs at least ${LIMITS.passwordMin} characters` }),
  z.maxLength(LIMITS.passwordMax, { error: `Password can have at most ${LIMITS.passwordMax} characters` }),
  z.refine((text) => !LONE_SURROGATE.test(text), { error: 'Password holds characters that cannot be kept' }),
)

/** The six digits of a reset mail. */
export const code = z
  .string({ error: 'Code is required' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required' }),
    z.regex(/^\d{6}$/, { error: 'The code has six digits' }),
  )

/** A real day in the past, `YYYY-MM-DD`. */
export const birthdate = z.string({ error: 'Date of birth is required' }).check(
  z.refine((text) => text !== '', { error: 'Date of birth is required', abort: true }),
  z.refine(isPastDay, { error: 'Date of birth must be a real day in the past' }),
)

function isPastDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  // A day that does not exist is invalid, or rolls over (February 31 becomes March 2) and no longer reads the same.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && day.getTime() < Date.now()
}

export const gender = z.enum(GENDERS, { error: 'Gender is Male or Female' })

export const search = z._default(
  z
    .string({ error: 'A search is text' })
    .check(
      z.refine(isSingleLine, { error: 'The search holds characters that cannot be searched' }),
      z.normalize('NFC'),
      z.trim(),
      z.maxLength(LIMITS.search, { error: `A search can have at most ${LIMITS.search} characters` }),
    ),
  '',
)

/** Dates travel as ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime()

const ignoredField = z.optional(
  z.union([z.string().check(z.maxLength(LIMITS.description)), z.number(), z.boolean(), z.null()], {
    error: 'A text, a number or nothing was expected',
  }),
)

/** Fields that the spec's browser sends and that the server never believes: taken for the sake of the form. */
export function ignoredFields<Name extends string>(...names: Name[]): Record<Name, typeof ignoredField> {
  return Object.fromEntries(names.map((name) => [name, ignoredField])) as Record<Name, typeof ignoredField>
}
