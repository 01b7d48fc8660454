import { useSearchParams } from 'react-router'
import { idOfSegment } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { CourseReviews } from './course-reviews.tsx'

/** The reviews of one course; which one is in the address (`?course=`). */
export function Component() {
  const [params, setParams] = useSearchParams()
  const courseId = idOfSegment(params.get('course') ?? '')
  return (
    <>
      <PanelHead title="Reviews" words="What students say of a course." />
      <div className="mb-5">
        <CourseSelect courseId={courseId} onChoose={(id) => setParams(id === 0 ? {} : { course: String(id) })} />
      </div>
      {courseId === 0 ? (
        <div className="card">
          <EmptyState title="Select course">
            <p>Its reviews are shown here, and can be removed one by one.</p>
          </EmptyState>
        </div>
      ) : (
        <CourseReviews key={courseId} courseId={courseId} />
      )}
    </>
  )
}
