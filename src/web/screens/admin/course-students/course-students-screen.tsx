import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import type { CallOutput } from '#contract/contract.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { courseStudentsPath, editCoursePath, quizResultsPath } from '#contract/paths/record-paths.ts'
import { pages, query } from '#web/data/api.ts'
import { toServerTime } from '#web/data/server-clock.ts'
import { BackLink } from '#web/features/panels/back-link.tsx'
import { PanelHeader } from '#web/features/panels/panel-header.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InfiniteTable } from '#web/ui/list/infinite-table.tsx'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { getSearchText } from '#web/ui/list/search-text.ts'
import { getStudentColumns, STUDENT_TEMPLATE } from './student-columns.tsx'

export type CourseStudent = CallOutput<'getCourseStudents'>[number]

export function Component() {
  const course_id = parseIdSegment(useParams().courseId)
  const [params] = useSearchParams()
  const search_text = getSearchText(params)
  const list = useInfiniteQuery({ ...pages('getCourseStudents', { course_id, search_text }), staleTime: 5_000 })
  const { data } = useSuspenseQuery({ ...query('getCourseData', { course_id }), staleTime: 30_000 })
  const { course, materials } = data.msg.msg
  const now = toServerTime(list.dataUpdatedAt)
  const columns = useMemo(() => getStudentColumns({ courseId: course_id, now }), [course_id, now])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-5 md:-mt-2">
        <BackLink to={paths.adminCourses} text="All courses" />
        <CourseWork courseId={course_id} materials={materials} />
      </div>
      <PanelHeader
        title={`Students of ${course.title}`}
        heading="Students"
        description={course.title}
        filters={<ListFilters label="Search by name or email" />}
      >
        <ButtonLink to={editCoursePath(course)} variant="secondary">
          Edit course
        </ButtonLink>
      </PanelHeader>
      <InfiniteTable
        label="Students"
        columns={columns}
        template={STUDENT_TEMPLATE}
        list={list}
        getRowId={getStudentId}
        endText="No more students"
        emptyState={
          search_text === '' ? (
            <EmptyState title="No students yet">
              <p>Students appear here when they enroll. You can also give someone access on their page.</p>
              <ButtonLink to={paths.users} variant="secondary">
                All users
              </ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState title="No students found">
              <p className="wrap-anywhere">No students of this course match “{search_text}”.</p>
              <ButtonLink to={courseStudentsPath({ course_id })} variant="secondary">
                Clear search
              </ButtonLink>
            </EmptyState>
          )
        }
      />
    </>
  )
}

const getStudentId = ({ student_id }: CourseStudent) => student_id

type Materials = CallOutput<'getCourseData'>['msg']['materials']

/** What students do besides watching: links to the results of quizzes and to what they have handed in. */
function CourseWork({ courseId, materials }: { courseId: number; materials: Materials }) {
  const quizzes = materials.filter(({ kind }) => kind === 'quiz')
  const hasAssignments = materials.some(({ kind }) => kind === 'assignment')
  if (quizzes.length === 0 && !hasAssignments) return null
  return (
    <ul aria-label="Quizzes and assignments" className="mb-3 flex min-w-0 flex-wrap gap-2">
      {quizzes.map((quiz) => (
        <WorkLink
          key={quiz.material_id}
          to={quizResultsPath({ course_id: courseId }, quiz)}
          text={`Results of “${quiz.title}”`}
        />
      ))}
      {hasAssignments && <WorkLink to={`${paths.submissions}?course=${courseId}`} text="Submissions" />}
    </ul>
  )
}

function WorkLink({ to, text }: { to: string; text: string }) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="inline-flex min-h-9 max-w-full items-center rounded-full border border-border-strong px-3.5 text-sm text-muted hover:bg-raised hover:text-text"
      >
        <span className="truncate">{text}</span>
      </Link>
    </li>
  )
}
