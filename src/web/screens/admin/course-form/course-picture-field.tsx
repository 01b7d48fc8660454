import { useFormContext, useWatch } from 'react-hook-form'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'
import { PictureField } from '#web/features/versioned-form/picture-field.tsx'
import type { PictureUpload } from '#web/features/versioned-form/use-picture-upload.ts'
import type { CourseValues } from './values/course-values.ts'

interface CoursePictureFieldProps {
  course: AdminCourse | null
  upload: PictureUpload
  isBusy: boolean
}

/** The course's picture, or the cover drawn for courses without one. */
export function CoursePictureField({ course, upload, isBusy }: CoursePictureFieldProps) {
  const { control } = useFormContext<CourseValues>()
  const category = useWatch({ control, name: 'category' })
  return (
    <section aria-label="Picture" className="card p-5 sm:p-6">
      <h2 className="mb-4 text-xl">Picture</h2>
      <PictureField
        current={
          course ? (
            <CoursePicture course={{ ...course, category }} />
          ) : (
            <CourseCover id={1} category={category} className="absolute inset-0 size-full" />
          )
        }
        picture={upload.picture}
        onSelect={upload.select}
        percent={upload.percent}
        isBusy={isBusy}
      />
    </section>
  )
}
