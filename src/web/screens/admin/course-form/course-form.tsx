import { type FormEvent, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CourseForm as Loaded } from '#contract/schemas/course-panel.ts'
import { editCoursePath } from '#contract/paths.ts'
import { useToasts } from '#web/ui/toasts.tsx'
import { LeaveQuestion } from '#web/features/versioned-form/leave-question.tsx'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { usePictureUpload } from '#web/features/versioned-form/use-picture-upload.ts'
import { CoursePictureField } from './course-picture-field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { LessonList } from './lessons/lesson-list.tsx'
import { RemovalQuestion } from './lessons/removal-question.tsx'
import { useLessonList } from './lessons/use-lesson-list.ts'
import { PriceFields } from './price-fields.tsx'
import { type Problem, problemsOf } from './problems.ts'
import { PublicField } from './public-field.tsx'
import { SaveBar } from './save-bar.tsx'
import { TitleBar } from './title-bar.tsx'
import { useCourseEditor } from './use-course-editor.ts'

/** Adds a course, or changes one. @param loaded null for a new one */
export function CourseForm({ loaded }: { loaded: Loaded | null }) {
  const title = loaded ? 'Edit Course' : 'Add Course'
  const editor = useCourseEditor(loaded)
  const picture = usePictureUpload()
  const { form } = editor
  const list = useLessonList(form)
  const [isWaiting, setWaiting] = useState(false)
  const goOn = useGoOn(loaded)
  const { errors, isDirty } = form.formState
  const problems = problemsOf(errors)
  const isPending = editor.saveState.isPending || picture.isPending

  const send = async (save = editor.save) => {
    // What has gone well already is not done again: another try is for the picture.
    const saved = picture.error && editor.isSaved() ? editor.saveState.data : await save()
    if (!saved) return
    if (picture.isWaiting()) {
      await picture.send(saved.id)
      editor.renew()
    }
    goOn(saved)
  }
  const lead = ({ name, lesson }: Problem) => {
    if (lesson !== null) list.openAt(lesson)
    if (name === 'materials') document.getElementById('add-lesson')?.focus()
    else form.setFocus(name)
    const element = document.activeElement
    element?.scrollIntoView({ block: 'center' })
  }
  const submit = (event: FormEvent) => {
    picture.reset()
    setWaiting(list.isBusy())
    if (list.isBusy()) return event.preventDefault()
    return form.handleSubmit(
      // What went wrong is shown in the save bar.
      () => send().catch(() => {}),
      (wrong) => {
        const [first] = problemsOf(wrong)
        if (first) lead(first)
      },
    )(event)
  }

  return (
    <FormProvider {...form}>
      <div className="mx-auto max-w-6xl">
        <TitleBar title={title} course={loaded?.course ?? null} />
        {editor.offered && (
          <UnsavedBanner at={editor.offered.at} onRestore={editor.restore} onDiscard={editor.discardOffered} />
        )}
        <form
          noValidate
          method="post"
          aria-label={title}
          onSubmit={submit}
          className="@container [&_:is(input,select,textarea,button)]:scroll-mb-28"
        >
          <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="min-w-0 space-y-5">
              <DetailsFields />
              <LessonList list={list} error={problems.find(({ name }) => name === 'materials')?.text} />
            </div>
            <div className="grid min-w-0 gap-5 @2xl:grid-cols-2 @4xl:sticky @4xl:top-22 @4xl:grid-cols-1">
              <CoursePictureField course={loaded?.course ?? null} upload={picture} isBusy={isPending} />
              <div className="space-y-5">
                <PriceFields />
                <PublicField />
              </div>
            </div>
          </div>
          <SaveBar
            idle={title}
            isPending={isPending}
            success={picture.isPending || isDirty ? undefined : editor.saveState.data?.msg}
            isDirty={isDirty || picture.picture !== null}
            error={editor.saveState.error ?? picture.error}
            isWaiting={isWaiting && list.isBusy()}
            problems={problems}
            onLead={lead}
            conflict={{
              isPending: isPending || editor.isAsking,
              onLoadTheirs: () => void editor.loadTheirs().catch(() => {}),
              onSaveMine: () => void send(editor.saveMine).catch(() => {}),
            }}
          />
        </form>
      </div>
      <RemovalQuestion list={list} />
      <LeaveQuestion
        isUnsaved={() => editor.isUnsaved() || picture.isWaiting() || list.isBusy()}
        onDiscard={editor.giveUp}
      />
    </FormProvider>
  )
}

/** A new course goes on as one that is edited. */
function useGoOn(loaded: Loaded | null) {
  const navigate = useNavigate()
  const tell = useToasts()
  return ({ id, msg }: { id: number; msg: string }) => {
    if (loaded) return
    tell({ look: 'success', text: msg })
    void navigate(editCoursePath({ course_id: id }), { replace: true })
  }
}
