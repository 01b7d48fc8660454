import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToasts } from '#web/ui/toasts.tsx'
import { PanelHead } from '#web/features/panels/panel-head.tsx'
import { analyticsSearch } from './analytics-search.ts'
import { Counters } from './counters.tsx'
import { DaysSection } from './days-section.tsx'
import { Funnel } from './funnel.tsx'
import { RangeChoice } from './range-choice.tsx'
import { saveCsv } from './save-csv.ts'
import { TopCourses } from './top-courses.tsx'

export function Component() {
  const [params] = useSearchParams()
  const { days, courseId: chosen } = analyticsSearch(params)
  const { data: top } = useQuery({ ...query('getTopCourses', { days }), staleTime: 30_000 })
  // Until one is chosen, the course that most students came to.
  const courseId = chosen || (top?.msg[0]?.course_id ?? 0)
  const client = useQueryClient()
  const tell = useToasts()
  const save = () =>
    client
      .ensureQueryData(query('getAnalysticByDay', { days }))
      .then(({ msg }) => saveCsv(msg))
      .catch((error: Error) => tell({ look: 'error', text: `The file was not made: ${error.message}` }))
  return (
    <>
      <PanelHead title="Analytics">
        <RangeChoice range={days} />
        <Button look="secondary" onClick={() => void save()}>
          <AnyIcon name="download" size={18} />
          CSV
        </Button>
      </PanelHead>
      <div className="space-y-5">
        <Counters />
        <DaysSection range={days} />
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <TopCourses range={days} courseId={courseId} />
          <Funnel courseId={courseId} />
        </div>
      </div>
    </>
  )
}
