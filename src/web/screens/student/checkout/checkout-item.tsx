import type { Checkout } from '#contract/schemas/orders.ts'
import { CoursePicture } from '#web/features/courses/card/course-picture.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

export function CheckoutItem({ course }: { course: Checkout['course'] }) {
  return (
    <div className="flex items-center gap-4">
      <div className="relative aspect-[640/344] w-28 shrink-0 overflow-hidden rounded-control sm:w-40">
        <CoursePicture course={course} />
      </div>
      <div className="min-w-0">
        <p className="font-display text-lg font-semibold wrap-anywhere sm:text-xl">{course.title}</p>
        <p className="text-sm text-muted">{formatCount(course.lessons, 'lesson')}, lifetime access</p>
      </div>
    </div>
  )
}
