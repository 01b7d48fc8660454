import { type RefObject, useEffect, useState } from 'react'
import { coursePath } from '#contract/paths.ts'
import type { PublicCourse } from '#contract/schemas/public-course.ts'
import { CoursePrice } from '#web/features/courses/course-price.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

interface StickyPurchaseBarProps {
  course: PublicCourse
  /** The button of the purchase box. */
  button: RefObject<HTMLAnchorElement | null>
}

/** On phones, while the purchase box's button is out of view. It ends with the page's content, above the footer. */
export function StickyPurchaseBar({ course, button }: StickyPurchaseBarProps) {
  const [isButtonInView, setIsButtonInView] = useState(true)
  useEffect(() => {
    if (!button.current) return
    const observer = new IntersectionObserver((entries) => setIsButtonInView(entries.at(-1)?.isIntersecting ?? true))
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [button])
  if (isButtonInView) return null
  return (
    <section
      aria-label="Price"
      data-purchase-bar
      className="card sticky bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-20 mt-8 flex items-center justify-between gap-4 p-3 pl-4 shadow-raised sm:hidden"
    >
      <CoursePrice course={course} className="text-2xl" originalClassName="ml-2 text-sm" />
      <ButtonLink to={coursePath(course)}>Join Now</ButtonLink>
    </section>
  )
}
