import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { coursePath } from '#contract/paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call, query } from '#web/data/api.ts'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** A payment this old is looked at, not returned from. */
const RECENT_MS = 15 * 60_000

/** Enrolls in what was just paid, as spec.md's flow does, and leads to it. */
export function OpenCourse({ order }: { order: Order }) {
  const { mutate, error, isPending } = useEnrollInItems(order)
  const isViewingAsStudent = useIsViewingAsStudent()
  const isStarted = useRef(false)
  const { paid_date } = order
  useEffect(() => {
    const isRecent = paid_date !== null && Math.abs(Date.now() - Date.parse(paid_date)) < RECENT_MS
    if (!isRecent || isViewingAsStudent || isStarted.current) return
    isStarted.current = true
    mutate()
  }, [paid_date, isViewingAsStudent, mutate])

  return (
    <div className="mt-5 space-y-3">
      {error && (
        <>
          <Banner variant="error" text={`We couldn’t open the course: ${error.message}`} />
          <Button aria-disabled={isPending} onClick={() => !isPending && mutate()}>
            Try again
          </Button>
        </>
      )}
      {!error && order.path_id !== null && (
        <ButtonLink to={learningPathPath({ path_id: order.path_id, title: order.path_title ?? '' })} size="lg">
          Go to path
        </ButtonLink>
      )}
      {!error &&
        order.path_id === null &&
        order.items.map((item) => (
          <ButtonLink key={item.course_id} to={coursePath(item)} size="lg" className="max-w-full max-sm:w-full">
            <span className="truncate">{order.items.length === 1 ? 'Start learning' : `Start “${item.title}”`}</span>
          </ButtonLink>
        ))}
    </div>
  )
}

function useEnrollInItems({ items }: Order) {
  const client = useQueryClient()
  return useCallMutation('enrollCourse', {
    mutationFn: () =>
      Promise.all(items.map(({ course_id, title }) => call('enrollCourse', { course_id, course_title: title }))),
    // What was loaded before the purchase would show for a moment that the course is not enrolled. Reset rather than
    // removed, because the course may be on the screen by now.
    onSuccess: () =>
      items.forEach(({ course_id }) => {
        void client.resetQueries({ queryKey: query('getCourseData', { course_id }).queryKey })
      }),
    onError: (error) => console.error('Enrolling failed:', error.message),
  })
}
