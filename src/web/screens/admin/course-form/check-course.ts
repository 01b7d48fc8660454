import type { FieldErrors, Resolver } from 'react-hook-form'
import { addCourse } from '#contract/schemas/course-form.ts'
import { bySchema } from '#web/ui/form/schema-resolver.ts'
import type { CourseValues } from './course-values.ts'

const bySaving = bySchema(addCourse.input)

/** Checks what the save checks. The values stay as they are typed: the form goes on from them. */
export const checkCourse: Resolver<CourseValues> = async (values, context, options) => {
  // The form's fields bear the names of the call's, so that its errors are the form's.
  const { errors } = await bySaving(values, context, options as unknown as Parameters<typeof bySaving>[2])
  // The schema's words are for what is none of the ten; here none is chosen yet.
  if (errors.category) errors.category = { type: 'required', message: 'Category is required' }
  return Object.keys(errors).length > 0
    ? { values: {}, errors: errors as FieldErrors<CourseValues> }
    : { values, errors: {} }
}
