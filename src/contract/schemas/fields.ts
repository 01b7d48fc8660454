import * as z from 'zod/mini'
import { GENDERS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { toAsciiDigits } from '#contract/text/digits.ts'
import { hasAddress, hasInvisibleCharacters, isBlankLooking, isStaffName } from '#contract/text/names.ts'

// PostgreSQL refuses U+0000 and silently alters a lone surrogate.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const LINE_BREAK = /[\t\n\r]/
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Line breaks are allowed. */
export const hasOnlyStorableCharacters = (text: string) => !CONTROL_CHARACTER.test(text) && !LONE_SURROGATE.test(text)
const isSingleLine = (text: string) => hasOnlyStorableCharacters(text) && !LINE_BREAK.test(text)

/** Strings of digits are accepted because the browser reads ids from URLs. */
export const id = z.union(
  [
    z.int().check(z.positive()),
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      z.transform((digits) => Number(digits)),
    ),
  ],
  { error: 'An id must be a positive whole number' },
)

export const page = z
  .int({ error: 'A page must be a whole number from 1' })
  .check(
    z.minimum(1, { error: 'A page must be a whole number from 1' }),
    z.maximum(LIMITS.page, { error: `A page can be at most ${LIMITS.page}` }),
  )

/** The version a form was loaded at. After another save the call answers `changed_meanwhile`. */
export const version = z.int({ error: 'A version must be a whole number' }).check(z.positive())

/** Trimmed and NFC-normalized. */
export function singleLineText(label: string, { min = 1, max }: { min?: number; max: number }) {
  return z
    .string({ error: `${label} is required` })
    .check(
      z.refine(isSingleLine, { error: `${label} contains characters that aren’t allowed` }),
      z.normalize('NFC'),
      z.trim(),
      z.minLength(min, { error: `${label} is required` }),
      z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
    )
}

/** A first or last name. */
export const personName = (label: string, { min = 1 }: { min?: number } = {}) =>
  singleLineText(label, { min, max: LIMITS.name }).check(
    z.refine((name) => !hasInvisibleCharacters(name), { error: `${label} contains characters that aren’t allowed` }),
    z.refine((name) => !hasAddress(name), { error: `${label} can’t contain an address or a link` }),
    z.refine((name) => name === '' || !isBlankLooking(name), { error: `${label} must contain a letter` }),
  )

interface PersonNames {
  first_name: string
  last_name: string
}

export const STAFF_NAME_TEXT = 'This name is reserved for staff. Use your own name'

/** For students: nobody else may look like staff. */
export const ownName = () =>
  z.refine<PersonNames>(({ first_name, last_name }) => !isStaffName(`${first_name} ${last_name}`), {
    error: STAFF_NAME_TEXT,
    path: ['first_name'],
  })

/** Trimmed and NFC-normalized. */
export function multiLineText(label: string, { max }: { max: number }) {
  return z
    .string({ error: `${label} is required` })
    .check(
      z.refine(hasOnlyStorableCharacters, { error: `${label} contains characters that aren’t allowed` }),
      z.normalize('NFC'),
      z.trim(),
      z.minLength(1, { error: `${label} is required` }),
      z.maxLength(max, { error: `${label} can have at most ${max} characters` }),
    )
}

// ASCII without a quoted part, so that two spellings of one address cannot be two accounts.
const EMAIL_PATTERN =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const email = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Email is required' }),
    z.maxLength(LIMITS.email, { error: `Email can have at most ${LIMITS.email} characters` }),
    z.regex(EMAIL_PATTERN, { error: 'Enter a valid email address' }),
  )

/** At login; the rules apply only when a password is set. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required' }),
    z.maxLength(LIMITS.passwordMax, { error: `Password can have at most ${LIMITS.passwordMax} characters` }),
  )

/** When a password is set. The server also refuses common passwords. */
export const newPassword = z.string({ error: 'Password is required' }).check(
  z.minLength(1, { error: 'Password is required' }),
  z.minLength(LIMITS.passwordMin, { error: `Password must have at least ${LIMITS.passwordMin} characters` }),
  z.maxLength(LIMITS.passwordMax, { error: `Password can have at most ${LIMITS.passwordMax} characters` }),
  z.refine((text) => !LONE_SURROGATE.test(text), { error: 'Password contains characters that aren’t allowed' }),
)

/** From the password reset email, or of an authenticator app. */
export const code = z.string({ error: 'Code is required' }).check(
  z.trim(),
  // A long text is refused before its digits are read. A digit outside the basic plane has two units.
  z.maxLength(2 * LIMITS.code, { error: 'Enter the 6-digit code', abort: true }),
  z.overwrite(toAsciiDigits),
  z.minLength(1, { error: 'Code is required' }),
  z.regex(/^\d{6}$/, { error: 'Enter the 6-digit code' }),
)

/** A real day in the past, `YYYY-MM-DD`. */
export const birthdate = z.string({ error: 'Date of birth is required' }).check(
  z.refine((text) => text !== '', { error: 'Date of birth is required', abort: true }),
  z.refine((text) => !/^(0\d|1[0-8])\d\d-/.test(text), { error: 'Date of birth can’t be before 1900', abort: true }),
  z.refine(isPastDay, { error: 'Date of birth must be a real day in the past' }),
)

function isPastDay(text: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  // A day that does not exist is invalid or rolls over (February 31 becomes March 2).
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return isReal && text < new Date().toISOString().slice(0, 10)
}

export const gender = z.enum(GENDERS, { error: 'Gender must be Male or Female' })

export const search = z._default(
  z
    .string({ error: 'A search must be text' })
    .check(
      z.refine(isSingleLine, { error: 'The search contains characters that aren’t allowed' }),
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
    error: 'This field must be text, a number or empty',
  }),
)

/** Fields that the spec's browser sends and the server never uses. */
export function ignoredFields<Name extends string>(...names: Name[]): Record<Name, typeof ignoredField> {
  return Object.fromEntries(names.map((name) => [name, ignoredField])) as Record<Name, typeof ignoredField>
}

export const userRole = z.enum(['student', 'admin'])
