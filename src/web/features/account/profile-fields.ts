import * as z from 'zod/mini'
import type { CallInput } from '#contract/contract.ts'
import { LIMITS } from '#contract/limits.ts'
import { updateUser, type User } from '#contract/schemas/accounts/users.ts'
import { personName } from '#contract/schemas/fields.ts'
import { formatDate } from '#web/ui/format/format-date.ts'

export type ProfileValues = CallInput<'updateUser'>

interface ProfileField {
  /** The field's number in spec.md. */
  key: number
  label: string
  formatValue: (user: User) => string
  /** Its name in the form; fields without one are read-only. */
  name?: 'first_name' | 'last_name' | 'email' | 'birthdate' | 'gender'
  input?: Pick<React.InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'maxLength' | 'min'>
}

const EMPTY_VALUE = '–'

export const PROFILE_FIELDS: readonly ProfileField[] = [
  {
    key: 1,
    label: 'First name',
    formatValue: (user) => user.first_name,
    name: 'first_name',
    input: { autoComplete: 'given-name', maxLength: LIMITS.name },
  },
  {
    key: 2,
    label: 'Last name',
    formatValue: (user) => user.last_name,
    name: 'last_name',
    input: { autoComplete: 'family-name', maxLength: LIMITS.name },
  },
  {
    key: 3,
    label: 'Email',
    formatValue: (user) => user.email,
    name: 'email',
    input: { type: 'email', autoComplete: 'email', maxLength: LIMITS.email },
  },
  {
    key: 4,
    label: 'Birth date',
    formatValue: (user) => (user.birthdate ? formatDate(`${user.birthdate}T00:00:00Z`) : EMPTY_VALUE),
    name: 'birthdate',
    input: { type: 'date', autoComplete: 'bday', min: '1900-01-01' },
  },
  { key: 5, label: 'Gender', formatValue: (user) => user.gender ?? EMPTY_VALUE, name: 'gender' },
  { key: 6, label: 'Joined', formatValue: (user) => formatDate(user.joined_at) },
  { key: 7, label: 'Courses joined', formatValue: (user) => String(user.course_joined) },
  { key: 8, label: 'Picture', formatValue: (user) => user.image_url },
]

/** Admins join none. In view mode it has its own row with a link to the courses. */
export const COURSES_JOINED_KEY = 7
/** Hidden in field lists: the picture has its own view and upload. */
export const PICTURE_KEY = 8

export function toProfileValues(user: User): ProfileValues {
  const { student_id, first_name, last_name, email, birthdate, gender, image_url } = user
  return { student_id, first_name, last_name, email, birthdate, gender, image_url, isImageChange: false }
}

const withLastName = z.extend(updateUser.input, { last_name: personName('Last name') })

/** A last name that was set cannot be removed. */
export const getProfileSchema = (saved: User) => (saved.last_name === '' ? updateUser.input : withLastName)
