import type { FieldErrors, Resolver } from 'react-hook-form'
import { addCourse } from '#contract/schemas/course-form.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import type { CourseValues } from './course-values.ts'

const resolveInput = schemaResolver(addCourse.input)

/** Checks what the save checks. The values stay as they are typed: the form goes on from them. */
export const courseResolver: Resolver<CourseValues> = async (values, context, options) => {
  // The form's fields bear the names of the call's, so that its errors are the form's.
  const { errors } = await resolveInput(values, context, options as unknown as Parameters<typeof resolveInput>[2])
  // The schema's words are for what is none of the ten; here none is chosen yet.
  if (errors.category) errors.category = { type: 'required', message: 'Category is required' }
  return Object.keys(errors).length > 0
    ? { values: {}, errors: errors as FieldErrors<CourseValues> }
    : { values, errors: {} }
}
