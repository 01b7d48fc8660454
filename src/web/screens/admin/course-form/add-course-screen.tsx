import { CourseForm } from './course-form.tsx'

export function Component() {
  return <CourseForm loaded={null} />
}
