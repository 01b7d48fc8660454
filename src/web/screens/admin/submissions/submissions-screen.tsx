import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { pages, query } from '#web/data/api.ts'
import { toServerTime } from '#web/data/server-clock.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { useUpdateSearchParams } from '#web/ui/list/use-update-search-params.ts'
import { getSubmissionColumns, SUBMISSION_TEMPLATE } from './submission-columns.tsx'
import { SubmissionReview } from './submission-review.tsx'
import { parseSubmissionsSearch, SUBMISSION_CHOICES, type SubmissionsFilters } from './submissions-search.ts'

export type StudentWork = CallOutput<'getSubmissions'>[number]

/** `?submission=` shows one in full. */
export function Component() {
  const [params] = useSearchParams()
  const updateParams = useUpdateSearchParams()
  const filters = parseSubmissionsSearch(params)
  const list = useInfiniteQuery({ ...pages('getSubmissions', filters), staleTime: 5_000 })
  const rows = useMemo(() => list.data?.pages.flatMap(({ msg }) => msg) ?? [], [list.data])
  const openId = parseIdSegment(params.get('submission') ?? '')
  // Stays when the list drops it, for example because another admin has graded it.
  const one = useQuery({ ...query('getSubmissions', { page: 1, submission_id: openId }), enabled: openId > 0 })
  const open = [...(one.data?.msg ?? []), ...rows].find(({ submission_id }) => submission_id === openId)
  const show = (id: number | undefined) =>
    updateParams((search) => {
      if (id) search.set('submission', String(id))
      else search.delete('submission')
      return search
    })
  const now = toServerTime(list.dataUpdatedAt)
  const columns = useMemo(() => getSubmissionColumns(now), [now])
  if (open) {
    const place = rows.findIndex(({ submission_id }) => submission_id === openId)
    const next = [...rows.slice(place + 1), ...rows.slice(0, place)].find(({ status }) => status === 'waiting')
    return <SubmissionReview key={openId} work={open} nextId={next?.submission_id} onShow={show} />
  }
  if (openId > 0 && one.isPending) return <div aria-hidden="true" className="skeleton mx-auto h-96 max-w-6xl" />
  return (
    <>
      <PanelHeader
        title="Submissions"
        {...(filters.course_id && rows[0] && { description: rows[0].course_title })}
        filters={<ListFilters choices={SUBMISSION_CHOICES} label="Search by name or email" placeholder="Search" />}
      >
        {filters.course_id && <AllCoursesLink />}
      </PanelHeader>
      <InfiniteTable
        label="Submissions"
        columns={columns}
        template={SUBMISSION_TEMPLATE}
        list={list}
        getRowId={getSubmissionId}
        endText="No more submissions"
        emptyState={<NoSubmissions filters={filters} />}
      />
    </>
  )
}

function AllCoursesLink() {
  const link = useFocusOnUnmount<HTMLAnchorElement>()
  return (
    <ButtonLink ref={link} to={paths.submissions} variant="secondary">
      All courses
    </ButtonLink>
  )
}

const getSubmissionId = ({ submission_id }: StudentWork) => submission_id

function NoSubmissions({ filters: { search_text, select_data, course_id } }: { filters: SubmissionsFilters }) {
  if (search_text === '' && select_data === '' && !course_id)
    return (
      <EmptyState title="No submissions yet">
        <p>What students hand in for assignments appears here. Add an assignment to a course to receive work.</p>
      </EmptyState>
    )
  const isAllDone = search_text === '' && select_data === 'waiting'
  return (
    <EmptyState title={isAllDone ? 'Nothing to grade' : 'No submissions found'}>
      <p className="wrap-anywhere">
        {isAllDone
          ? 'Every submission has been graded.'
          : search_text
            ? `No submissions match “${search_text}”.`
            : 'No submissions match your filters.'}
      </p>
      <ButtonLink to={paths.submissions} variant="secondary">
        Clear filters
      </ButtonLink>
    </EmptyState>
  )
}
