import { useFormContext } from 'react-hook-form'
import { SelectField } from '#web/ui/form/field.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'
import { ContentField } from './content-field.tsx'

/** A task, and what students hand in. */
export function AssignmentFields(props: KindFieldsProps) {
  const { register } = useFormContext<CourseValues>()
  return (
    <>
      <ContentField {...props} label="Task" />
      <SelectField label="Students hand in" {...register(`materials.${props.index}.submission_form`)}>
        <option value="both">Text or a file</option>
        <option value="text">Text</option>
        <option value="file">A file</option>
      </SelectField>
    </>
  )
}
