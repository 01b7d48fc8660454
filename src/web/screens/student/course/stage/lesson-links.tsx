import type { ReactNode } from 'react'
import type { Lesson } from '#contract/schemas/courses.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

export interface LessonNeighbors {
  previous: Lesson | undefined
  next: Lesson | undefined
}

interface LessonLinksProps extends LessonNeighbors {
  isNextPrimary: boolean
  /** Before the links. */
  children?: ReactNode
}

/** Below a lesson: the way to the lessons before and after it. */
export function LessonLinks({ previous, next, isNextPrimary, children }: LessonLinksProps) {
  return (
    <nav tabIndex={-1} aria-label="Lesson" className="mt-5 flex flex-wrap items-center gap-3 outline-none">
      {children}
      {previous && (
        <ButtonLink to={getLessonPath(previous)} preventScrollReset variant="secondary" className={LINK_CLASS}>
          <Icon name="arrow-left" size={18} />
          <span className="truncate">Previous: {previous.title}</span>
        </ButtonLink>
      )}
      {next && (
        <ButtonLink
          to={getLessonPath(next)}
          preventScrollReset
          variant={isNextPrimary ? 'primary' : 'secondary'}
          className={`ml-auto ${LINK_CLASS}`}
        >
          <span className="truncate">Next: {next.title}</span>
          <Icon name="arrow-right" size={18} />
        </ButtonLink>
      )}
    </nav>
  )
}

const LINK_CLASS = 'max-w-full min-w-0 max-sm:w-full sm:max-w-[38%]'

const getLessonPath = ({ material_id }: Lesson) => `?lesson=${material_id}&play`
