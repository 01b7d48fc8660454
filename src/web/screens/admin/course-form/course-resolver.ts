import type { FieldErrors, Resolver } from 'react-hook-form'
import { addCourse } from '#contract/schemas/course-form.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import type { CourseValues } from './course-values.ts'

const resolveInput = schemaResolver(addCourse.input)

/** Validates with the save's schema but returns the values as typed, because the form continues with them. */
export const courseResolver: Resolver<CourseValues> = async (values, context, options) => {
  // The form's fields have the names of the input's fields, so the schema's errors fit the form.
  const { errors } = await resolveInput(values, context, options as unknown as Parameters<typeof resolveInput>[2])
  // The schema's message is about an unknown category; here none is selected yet.
  if (errors.category) errors.category = { type: 'required', message: 'Category is required' }
  return Object.keys(errors).length > 0
    ? { values: {}, errors: errors as FieldErrors<CourseValues> }
    : { values, errors: {} }
}
