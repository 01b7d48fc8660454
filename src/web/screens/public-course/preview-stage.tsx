import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/ui/link.tsx'
import type { PublicCourse, PublicCoursePage } from '#contract/schemas/public-course.ts'
import { query } from '#web/data/api.ts'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import type { LessonEnd } from '#web/features/player/end-screen.tsx'
import { LessonPlayer } from '#web/features/player/lesson-player.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { CoursePicture } from './course-picture.tsx'

const LessonContent = lazyPart(
  () => import('#web/features/lesson-content/lesson-content.tsx').then((module) => module.LessonContent),
  { className: 'card rounded-panel py-12' },
)

interface PreviewStageProps {
  course: PublicCourse
  lesson: PublicCoursePage['materials'][number]
}

/** A lesson that anybody may try, in place of the course's picture. */
export function PreviewStage({ course, lesson }: PreviewStageProps) {
  const isHydrated = useHydrated()
  // Closing it removes the link that was pressed, too.
  const stage = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={stage}>
      <section
        key={lesson.material_id}
        ref={moveHere}
        tabIndex={-1}
        aria-label={`Preview: ${lesson.title}`}
        className="mt-6 scroll-mt-24"
      >
        <p className="mb-3 flex items-center gap-3 text-sm">
          <span className="rounded-full bg-[var(--accent-wash)] px-2.5 font-semibold text-accent-text">Preview</span>
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {lesson.title}
          </span>
          <Link
            to="?"
            preventScrollReset
            aria-label="Close the preview"
            className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
          >
            <Icon name="close" size={18} />
          </Link>
        </p>
        {lesson.kind === 'video' || !isHydrated ? (
          <VideoPreview course={course} lesson={lesson} />
        ) : (
          <Suspense fallback={<div aria-hidden="true" className="skeleton h-96 rounded-panel" />}>
            <LessonContent lesson={lesson} isSample />
          </Suspense>
        )}
      </section>
    </div>
  )
}

/** The link that opened it is further down the page. */
const moveHere = (stage: HTMLElement | null) => {
  stage?.focus({ preventScroll: true })
  stage?.scrollIntoView?.({ block: 'start' })
}

const doNothing = () => {}

const END_OF_PREVIEW: LessonEnd = {
  ...{ nextTitle: null, endText: 'End of the preview', isCompleted: true },
  ...{ onNext: doNothing, onCompleteAndNext: null },
}

function VideoPreview({ course, lesson }: PreviewStageProps) {
  const isVideo = lesson.kind === 'video'
  const { data, error, refetch } = useQuery({
    ...query('getLesson', { material_id: lesson.material_id }),
    enabled: isVideo,
  })
  const poster = (
    <div aria-hidden="true" className="absolute inset-0">
      <CoursePicture course={course} />
    </div>
  )
  return (
    <div className="relative aspect-video overflow-hidden rounded-panel border border-border bg-black shadow-raised">
      {data && isVideo ? (
        <LessonPlayer
          lesson={{ ...data.msg, position: 0 }}
          poster={poster}
          shouldAutoPlay={false}
          onAutoPlay={doNothing}
          isReported={false}
          end={END_OF_PREVIEW}
        />
      ) : (
        poster
      )}
      {error && !data && (
        <div className="absolute inset-0 grid place-content-center bg-surface">
          <LoadError text={`We couldn’t load this lesson. ${error.message}.`} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  )
}
