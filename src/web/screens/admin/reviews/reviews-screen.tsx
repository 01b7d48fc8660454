import { useSearchParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { CourseReviews } from './course-reviews.tsx'

export function Component() {
  const [params, setParams] = useSearchParams()
  const courseId = parseIdSegment(params.get('course') ?? '')
  return (
    <>
      <PanelHeader
        title="Reviews"
        description="Read and remove course reviews."
        filters={
          <CourseSelect courseId={courseId} onSelect={(id) => setParams(id === 0 ? {} : { course: String(id) })} />
        }
      />
      {courseId === 0 ? (
        <div className="card">
          <EmptyState title="Select course">
            <p>Choose a course to see its reviews.</p>
          </EmptyState>
        </div>
      ) : (
        <CourseReviews key={courseId} courseId={courseId} />
      )}
    </>
  )
}
