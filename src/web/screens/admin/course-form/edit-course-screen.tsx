import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { parseIdSegment } from '#contract/paths.ts'
import { CourseForm } from './course-form.tsx'

export function Component() {
  const courseId = parseIdSegment(useParams().courseId)
  return (
    <Suspense key={courseId} fallback={<CourseFormSkeleton />}>
      <EditCourse courseId={courseId} />
    </Suspense>
  )
}

function EditCourse({ courseId }: { courseId: number }) {
  return <CourseForm loaded={useSuspenseQuery(query('getCourseForm', { course_id: courseId })).data.msg} />
}

function CourseFormSkeleton() {
  return (
    <>
      <Head title="Edit Course" noIndex />
      <h1 className="mb-4 text-2xl leading-11">Edit Course</h1>
      <div aria-hidden="true" className="@container">
        <div className="grid gap-5 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="skeleton h-[40rem] rounded-card" />
          <div className="skeleton h-[28rem] rounded-card" />
        </div>
      </div>
    </>
  )
}
