import { useSearchParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { CourseReviews } from './course-reviews.tsx'

/** The reviews of one course; which one is in the address (`?course=`). */
export function Component() {
  const [params, setParams] = useSearchParams()
  const courseId = parseIdSegment(params.get('course') ?? '')
  return (
    <>
      <PanelHeader title="Reviews" description="What students say of a course." />
      <div className="mb-5">
        <CourseSelect courseId={courseId} onSelect={(id) => setParams(id === 0 ? {} : { course: String(id) })} />
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
