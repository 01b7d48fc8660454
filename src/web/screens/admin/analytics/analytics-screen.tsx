import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { parseAnalyticsSearch } from './analytics-search.ts'
import { Counters } from './counters.tsx'
import { DaysSection } from './days/days-section.tsx'
import { Funnel } from './funnel.tsx'
import { RevenueSection } from './revenue-section.tsx'
import { RangePicker } from './range-picker.tsx'
import { saveAnalyticsCsv } from './save-analytics-csv.ts'
import { TopCourses } from './top-courses.tsx'

export function Component() {
  const [params] = useSearchParams()
  const { days, courseId: selectedCourseId } = parseAnalyticsSearch(params)
  const { data: top } = useQuery({ ...query('getTopCourses', { days }), staleTime: 30_000 })
  // Until a course is chosen, the one with the most enrollments.
  const courseId = selectedCourseId || (top?.msg[0]?.course_id ?? 0)
  const { data: settings } = useQuery({ ...query('getPaymentSettings', {}), staleTime: 60_000 })
  const arePaymentsOff = settings?.msg.providers.length === 0
  const client = useQueryClient()
  const showToast = useShowToast()
  const downloadCsv = () =>
    client
      .ensureQueryData(query('getAnalysticByDay', { days }))
      .then(({ msg }) => saveAnalyticsCsv(msg))
      .catch((error: Error) => showToast({ variant: 'error', text: `Couldn’t create the file. ${error.message}` }))
  return (
    <>
      <PanelHeader title="Analytics">
        <RangePicker range={days} />
        <Button variant="secondary" onClick={() => void downloadCsv()}>
          <AnyIcon name="download" size={18} />
          Export CSV
        </Button>
      </PanelHeader>
      <div className="space-y-5">
        {!arePaymentsOff && <RevenueSection range={days} />}
        <Counters />
        <DaysSection range={days} />
        {arePaymentsOff && <RevenueSection range={days} />}
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <TopCourses range={days} courseId={courseId} />
          <Funnel courseId={courseId} />
        </div>
      </div>
    </>
  )
}
