import { LIMITS } from '#contract/limits.ts'
import { SortableList } from '#web/features/panels/sortable-list.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import type { LessonList as List } from '../lessons/use-lesson-list.ts'
import type { LessonUploads } from '../lessons/use-lesson-uploads.ts'
import { LessonRow } from './lesson-row.tsx'
import { SectionRow } from './section-row.tsx'

const NO_UPLOADS: LessonUploads = {}

interface LessonListProps {
  list: List
  error: string | undefined
  onNormalize: (key: string, given: string, content: string) => void
}

/** The course's outline, and the fields of the open lesson or section. */
export function LessonList({ list, error, onNormalize }: LessonListProps) {
  const lessonCount = list.rows.filter(({ type }) => type === 'lesson').length
  const isFull = lessonCount >= LIMITS.lessons
  return (
    <section aria-label="Materials" className="card p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">Materials</h2>
        <p className="text-sm text-muted tabular-nums">{formatCount(lessonCount, 'lesson')}</p>
      </div>
      <p id="how-to-move" className="mt-1 text-sm text-muted">
        {lessonCount === 0
          ? 'Add videos, articles, files, quizzes and assignments in the order students take them.'
          : 'Drag a lesson by its handle, or focus the handle and press the arrow keys.'}
      </p>
      <div className="@container mt-4">
        <div
          style={{ gridTemplateRows: `repeat(${list.rows.length + 1}, max-content) 1fr` }}
          className="@3xl:grid @3xl:grid-cols-[19rem_minmax(0,1fr)] @3xl:gap-x-5 @3xl:gap-y-2"
        >
          <SortableRows list={list} onNormalize={onNormalize} />
          <AddButtons list={list} isFull={isFull} />
          {list.rows.length > 0 && !list.rows.some(({ key }) => key === list.openKey) && <NothingOpen />}
        </div>
      </div>
      <p aria-live="polite" className={`text-xs not-empty:mt-2 ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? (isFull && `A course can have at most ${LIMITS.lessons} lessons`)}
      </p>
      <p role="status" className="sr-only">
        {list.announcement}
      </p>
    </section>
  )
}

function AddButtons({ list, isFull }: { list: List; isFull: boolean }) {
  const sectionCount = list.rows.filter(({ type }) => type === 'section').length
  return (
    <div className="mt-3 flex flex-wrap gap-2 @3xl:col-start-1 @3xl:mt-1">
      <Button
        id="add-lesson"
        variant="secondary"
        disabled={isFull}
        onClick={list.addLesson}
        className="flex-1 border-dashed whitespace-nowrap"
      >
        <AnyIcon name="plus" size={18} />
        Add a lesson
      </Button>
      <Button
        id="add-section"
        variant="quiet"
        disabled={sectionCount >= LIMITS.sections}
        onClick={list.addSection}
        className="whitespace-nowrap"
      >
        Add a section
      </Button>
    </div>
  )
}

/** The right column while no lesson is open. */
function NothingOpen() {
  return (
    <p className="hidden min-h-40 place-items-center rounded-card border border-dashed border-border p-6 text-center text-sm text-muted @3xl:col-start-2 @3xl:row-start-1 @3xl:-row-end-1 @3xl:grid @3xl:self-start">
      Choose a lesson to edit it.
    </p>
  )
}

function SortableRows({ list, onNormalize }: Pick<LessonListProps, 'list' | 'onNormalize'>) {
  const { rows, openKey, actions, uploadStates } = list
  return (
    <SortableList id="lessons" rowIds={rows.map(({ key }) => key)} onMove={list.moveTo}>
      {rows.length > 0 && (
        <ol className="space-y-2 @3xl:contents">
          {rows.map(({ type, key, index }, place) =>
            type === 'section' ? (
              <SectionRow
                key={key}
                sectionKey={key}
                {...{ index, place, actions }}
                count={rows.filter((row) => row.type === 'section').length}
                isOpen={openKey === key}
                onRemove={list.removeSection}
              />
            ) : (
              <LessonRow
                key={key}
                lessonKey={key}
                {...{ index, place, actions, onNormalize }}
                isLast={place === rows.length - 1}
                isOpen={openKey === key}
                uploadStates={uploadStates.get(key) ?? NO_UPLOADS}
              />
            ),
          )}
        </ol>
      )}
    </SortableList>
  )
}
