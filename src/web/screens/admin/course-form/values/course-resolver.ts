import type { FieldErrors, Resolver } from 'react-hook-form'
import { type CourseValues, trimDetails } from './course-values.ts'

/** The schemas are large, and the form can be shown without them. */
const loadCheck = () => import('./resolve-input.ts')

/** Keys of the lessons that the last save attempt has checked. A lesson added since shows no errors yet. */
export type CheckedLessons = Set<string>

const AMOUNTS = [
  ['price', 'Price'],
  ['discount', 'Discount'],
] as const

/** Validates with the save's schema but returns the values as typed, because the form continues with them. */
export const courseResolver: Resolver<CourseValues, CheckedLessons> = async (values, checkedLessons, options) => {
  // The form's fields have the names of the input's fields, so the schema's errors fit the form.
  const check = await loadCheck().catch(() => null)
  // Without a connection the save tells what is wrong.
  if (!check) return { values, errors: {} }
  const input = { ...values, details: trimDetails(values.details) }
  const errors = (await check.findInputErrors(input, options)) as FieldErrors<CourseValues>
  // The schema's message is about an unknown category; here none is selected yet.
  if (errors.category) errors.category = { type: 'required', message: 'Category is required' }
  // The schema takes 1.000 for 1, but it may have been typed as 1,000 for a thousand.
  for (const [name, label] of AMOUNTS)
    if (!errors[name] && /\.\d{3,}$/.test(values[name]))
      errors[name] = { type: 'decimals', message: `${label} can have at most 2 decimals` }
  if (values.public && values.materials.length === 0)
    errors.public = { type: 'required', message: 'Add a lesson before you publish the course' }
  if (checkedLessons && Array.isArray(errors.materials)) removeUncheckedLessons(errors, values, checkedLessons)
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

function removeUncheckedLessons(
  errors: FieldErrors<CourseValues>,
  { materials }: CourseValues,
  checkedLessons: CheckedLessons,
): void {
  for (const [index, { key }] of materials.entries()) {
    if (!checkedLessons.has(key)) delete errors.materials?.[index]
  }
  if (Object.keys(errors.materials ?? {}).length === 0) delete errors.materials
}
