import { Link } from '#web/ui/link.tsx'
import type { Course } from '#contract/schemas/courses.ts'
import { coursePath } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import { useUser } from '#web/data/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Rating } from '#web/ui/star-rating.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { CoursePicture } from './course-picture.tsx'
import { CoursePrice } from '../course-price.tsx'

/** Covers the card, so that a click anywhere follows the link. */
const STRETCHED =
  'after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text'

interface CourseCardProps {
  course: Course
  heading?: 'h2' | 'h3'
}

/** A visitor's card leads to the public page, and its Join Now to the course, which asks for a login. */
export function CourseCard({ course, heading: Heading = 'h2' }: CourseCardProps) {
  const isVisitor = useUser() === null
  const action = getAction(course)
  const isFinished = course.enrolled && course.progress === 100
  return (
    <article className="card group relative flex flex-col overflow-hidden transition duration-200 ease-out focus-within:border-border-strong hover:-translate-y-0.5 hover:border-border-strong">
      <div className="relative aspect-[640/344] overflow-hidden">
        <CoursePicture course={course} className="transition duration-240 ease-out group-hover:scale-102" />
        <div className="absolute top-3 left-3 flex gap-2">
          {isFinished && <Badge variant="success">Completed</Badge>}
          {course.discount > 0 && course.price > 0 && !course.enrolled && (
            <Badge variant="accent">{course.discount}% off</Badge>
          )}
        </div>
      </div>
      <div className="flex flex-1 flex-col p-5">
        <Tags tags={getTags(course)} />
        <Heading dir="auto" className="mt-2.5 line-clamp-2 text-xl wrap-anywhere">
          {isVisitor ? (
            <Link to={publicCoursePath(course)} className={STRETCHED}>
              {course.title}
            </Link>
          ) : (
            course.title
          )}
        </Heading>
        <p dir="auto" className="mt-1.5 line-clamp-2 text-sm wrap-anywhere text-muted">
          {course.description.split('\n', 1)[0]}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 pt-3.5">
          <Rating value={course.stars} count={course.reviews} />
          <span className="text-sm text-muted">{formatCount(course.lessons, 'lesson')}</span>
        </p>
        <div className="mt-4 flex min-h-9 items-end justify-between gap-4">
          {course.enrolled ? (
            <Progress course={course} />
          ) : (
            <CoursePrice
              course={course}
              className="flex h-7 items-baseline gap-2 text-2xl leading-7"
              originalClassName="text-sm"
            />
          )}
          <Link
            to={coursePath(course)}
            aria-label={`${action}: ${course.title}`}
            className={`inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold whitespace-nowrap text-accent-text ${isVisitor ? 'relative' : STRETCHED}`}
          >
            {action}
            <Icon name="arrow-right" size={16} className="transition duration-150 group-hover:translate-x-0.5" />
          </Link>
        </div>
      </div>
    </article>
  )
}

/** What the link to the course says. */
function getAction({ enrolled, progress }: Course): string {
  if (!enrolled) return 'Join Now'
  return progress === 100 ? 'Completed' : 'Continue'
}

/** Without tags only their space, because screen readers announce an empty list. */
function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return <div className="h-6" />
  return (
    <ul aria-label="Tags" className="flex h-6 flex-wrap gap-1.5 overflow-hidden">
      {tags.map((tag) => (
        <li key={tag} className="leading-6">
          <Chip>{tag}</Chip>
        </li>
      ))}
    </ul>
  )
}

function getTags({ tabs }: Course): string[] {
  return [...new Set(tabs.split(',').map((tag) => tag.trim()))].filter(Boolean)
}

function Progress({ course }: { course: Course }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="mb-1.5 text-sm text-muted tabular-nums">{course.progress}% complete</p>
      <ProgressBar percent={course.progress} label={`Progress in ${course.title}`} />
    </div>
  )
}

export function CourseCardSkeleton() {
  return (
    <div aria-hidden="true" className="card flex flex-col overflow-hidden">
      <div className="skeleton aspect-[640/344] rounded-none" />
      <div className="p-5">
        <div className="skeleton h-6 w-2/5" />
        <div className="skeleton mt-3 h-6 w-4/5" />
        <div className="skeleton mt-3 h-11" />
        <div className="skeleton mt-4 h-5 w-3/5" />
        <div className="skeleton mt-6 h-7" />
      </div>
    </div>
  )
}
