import type { Course } from '#contract/schemas/courses.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IncludedList } from '#web/features/courses/included-list.tsx'
import { formatDollars, getDiscountedPrice } from '#web/features/courses/price.ts'
import { CoursePrice } from '#web/features/courses/course-price.tsx'
import { useEnroll } from './use-course.ts'

export function EnrollBox({ course, onEnrolled }: { course: Course; onEnrolled: () => void }) {
  const { mutate, isPending, error, reset } = useEnroll(course.course_id, onEnrolled)
  return (
    <section aria-label="Enroll" className="card rounded-panel p-6">
      <CoursePrice course={course} className="text-4xl" originalClassName="ml-3 text-lg" />
      <IncludedList />
      {error && (
        <div className="mb-4">
          <Banner variant="error" text={error.message} onDismiss={reset} />
        </div>
      )}
      <Button size="lg" aria-disabled={isPending} onClick={() => !isPending && mutate()} className="w-full">
        {isPending ? 'Enrolling…' : `Enroll Today – ${formatDollars(getDiscountedPrice(course))} $`}
      </Button>
    </section>
  )
}
