import type { FieldErrors } from 'react-hook-form'
import { addCourse } from '#contract/schemas/course-form.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'

const resolve = schemaResolver(addCourse.input)

/** The errors by the schema of the save. The schemas are large, so they are loaded apart from the form. */
export async function findInputErrors(input: object, options: object): Promise<FieldErrors> {
  const args = [input, undefined, options] as unknown as Parameters<typeof resolve>
  return (await resolve(...args)).errors
}
