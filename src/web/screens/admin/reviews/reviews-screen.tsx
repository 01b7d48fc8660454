import { useSearchParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { useKeepFocus } from '#web/ui/hooks/use-keep-focus.ts'
import { Reviews } from './reviews.tsx'

export function Component() {
  const [params, setParams] = useSearchParams()
  const courseId = parseIdSegment(params.get('course') ?? '')
  // A course's link in the list, and the empty state's, show another list.
  const keepFocus = useKeepFocus()
  return (
    <>
      <PanelHeader
        title="Reviews"
        description={courseId === 0 ? 'Latest reviews of all courses' : 'Reviews of one course'}
        filters={
          <CourseSelect courseId={courseId} onSelect={(id) => setParams(id === 0 ? {} : { course: String(id) })} />
        }
      />
      <div {...keepFocus} tabIndex={-1} className="outline-none">
        <Reviews key={courseId} courseId={courseId} />
      </div>
    </>
  )
}
