import type { Course } from '#contract/schemas/courses.ts'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'

/** An uploaded picture may bear a title, which the play button and the controls would cover: blurred, it bears none. */
export function Poster({ course }: { course: Course }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 overflow-hidden">
      <CoursePicture course={course} className={course.image_url ? 'scale-125 blur-2xl' : ''} />
    </div>
  )
}
