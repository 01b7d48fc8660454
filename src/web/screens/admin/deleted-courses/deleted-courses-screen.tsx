import { useInfiniteQuery } from '@tanstack/react-query'
import { TRASH_DAYS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { DeletedCourse } from '#contract/schemas/admin-courses.ts'
import { pages } from '#web/data/api.ts'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { Icon } from '#web/ui/icon.tsx'
import { type Column, InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { RestoreButton } from './restore-button.tsx'

/** Small screens show these under the title instead. */
const WIDE_ONLY = '@max-2xl:hidden'
const TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_7.5rem_7.5rem_4.5rem_5rem_6.5rem]'

const COLUMNS: readonly Column<DeletedCourse>[] = [
  { key: 'title', title: 'Course', renderCell: (course) => <Title course={course} /> },
  {
    key: 'deleted',
    title: 'Deleted',
    className: WIDE_ONLY,
    renderCell: ({ deleted_date }) => <time dateTime={deleted_date}>{formatMediumDate(deleted_date)}</time>,
  },
  {
    key: 'purged',
    title: 'Kept until',
    className: WIDE_ONLY,
    renderCell: ({ purged_date }) =>
      purged_date === null ? 'Archived' : <time dateTime={purged_date}>{formatMediumDate(purged_date)}</time>,
  },
  {
    key: 'lessons',
    title: 'Lessons',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ lessons }) => formatCount(lessons),
  },
  {
    key: 'students',
    title: 'Students',
    isNumeric: true,
    className: WIDE_ONLY,
    renderCell: ({ students }) => formatCount(students),
  },
  {
    key: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    isNumeric: true,
    renderCell: (course) => <RestoreButton course={course} />,
  },
]

export function Component() {
  const list = useInfiniteQuery({ ...pages('getDeletedCourses', {}), staleTime: 30_000 })
  return (
    <>
      <PanelHeader
        title="Deleted courses"
        description={`Kept for ${TRASH_DAYS} days, then deleted permanently. Courses with orders are archived: their students keep them.`}
      >
        <ButtonLink to={paths.adminCourses} variant="secondary">
          <Icon name="arrow-left" size={18} />
          Course Panel
        </ButtonLink>
      </PanelHeader>
      <div className="@container">
        <InfiniteTable
          label="Deleted courses"
          columns={COLUMNS}
          template={TEMPLATE}
          list={list}
          getRowId={({ course_id }) => course_id}
          endText="No more data"
          emptyState={<NoDeletedCourses />}
        />
      </div>
    </>
  )
}

function Title({ course: { title, lessons, students, purged_date } }: { course: DeletedCourse }) {
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 font-semibold @2xl:line-clamp-1">{title}</p>
      <p className="text-xs text-muted @2xl:hidden">
        {formatCount(lessons, 'lesson')} · {formatCount(students, 'student')} ·{' '}
        {purged_date === null ? 'archived' : `kept until ${formatMediumDate(purged_date)}`}
      </p>
    </div>
  )
}

function NoDeletedCourses() {
  return (
    <EmptyState title="No deleted courses">
      <p>Courses that you delete can be restored here.</p>
      <ButtonLink to={paths.adminCourses}>Course Panel</ButtonLink>
    </EmptyState>
  )
}
