import type { Course } from '#contract/schemas/courses.ts'
import { uploadPath } from '#contract/paths.ts'
import { CourseCover } from '../cover/course-cover.tsx'

interface CoursePictureProps {
  course: Pick<Course, 'course_id' | 'category' | 'image_url'>
  className?: string
}

/** The course's picture, or a cover drawn from its id and category. Fills its box. */
export function CoursePicture({ course, className = '' }: CoursePictureProps) {
  const fill = `absolute inset-0 size-full object-cover ${className}`
  return course.image_url ? (
    <img src={uploadPath(course.image_url)} alt="" loading="lazy" className={fill} />
  ) : (
    <CourseCover id={course.course_id} category={course.category} className={fill} />
  )
}
