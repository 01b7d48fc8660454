import { uploadPath } from '#contract/paths.ts'
import type { PublicCourse } from '#contract/schemas/public-course.ts'
import { CourseCover } from '#web/features/courses/cover/course-cover.tsx'

/** The largest element of the first screen, so it is not loaded lazily as on a card. */
export function CoursePicture({ course }: { course: PublicCourse }) {
  const fill = 'absolute inset-0 size-full object-cover'
  return course.image_url ? (
    <img src={uploadPath(course.image_url)} alt="" fetchPriority="high" className={fill} />
  ) : (
    <CourseCover id={course.course_id} category={course.category} className={fill} />
  )
}
