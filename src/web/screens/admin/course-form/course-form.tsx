import { type FormEvent, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CourseForm as Loaded } from '#contract/schemas/admin-courses.ts'
import { editCoursePath } from '#contract/paths.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { usePictureUpload } from '#web/features/versioned-form/use-picture-upload.ts'
import { CoursePictureField } from './course-picture-field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { LessonList } from './lessons/lesson-list.tsx'
import { RemoveLessonDialog } from './lessons/remove-lesson-dialog.tsx'
import { useLessonList } from './lessons/use-lesson-list.ts'
import { PriceFields } from './price-fields.tsx'
import { type FormProblem, getFormProblems } from './get-form-problems.ts'
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
  const [isWaitingForUploads, setWaitingForUploads] = useState(false)
  const redirectToEdit = useRedirectAfterAdd(loaded)
  const { errors, isDirty } = form.formState
  const problems = getFormProblems(errors)
  const isPending = editor.saveMutation.isPending || picture.isPending

  const saveAndUpload = async (save = editor.save) => {
    // What has gone well already is not done again: another try is for the picture.
    const saved = picture.error && editor.isSaved() ? editor.saveMutation.data : await save()
    if (!saved) return
    if (picture.hasPendingPicture()) {
      await picture.upload(saved.id)
      editor.renew()
    }
    redirectToEdit(saved)
  }
  const focusProblem = ({ name, lesson }: FormProblem) => {
    if (lesson !== null) list.openAt(lesson)
    if (name === 'materials') document.getElementById('add-lesson')?.focus()
    else form.setFocus(name)
    const element = document.activeElement
    element?.scrollIntoView({ block: 'center' })
  }
  const submit = (event: FormEvent) => {
    picture.reset()
    setWaitingForUploads(list.isBusy())
    if (list.isBusy()) return event.preventDefault()
    return form.handleSubmit(
      // What went wrong is shown in the save bar.
      () => saveAndUpload().catch(() => {}),
      (fieldErrors) => {
        const [first] = getFormProblems(fieldErrors)
        if (first) focusProblem(first)
      },
    )(event)
  }

  return (
    <FormProvider {...form}>
      <div className="mx-auto max-w-6xl">
        <TitleBar title={title} course={loaded?.course ?? null} />
        {editor.storedDraft && (
          <UnsavedBanner
            savedAt={editor.storedDraft.at}
            onRestore={editor.restore}
            onDiscard={editor.discardStoredDraft}
          />
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
            success={picture.isPending || isDirty ? undefined : editor.saveMutation.data?.msg}
            isDirty={isDirty || picture.picture !== null}
            error={editor.saveMutation.error ?? picture.error}
            isWaitingForUploads={isWaitingForUploads && list.isBusy()}
            problems={problems}
            onFocusProblem={focusProblem}
            conflict={{
              isPending: isPending || editor.isLoadingLatest,
              onLoadLatest: () => void editor.loadLatest().catch(() => {}),
              onOverwrite: () => void saveAndUpload(editor.overwrite).catch(() => {}),
            }}
          />
        </form>
      </div>
      <RemoveLessonDialog list={list} />
      <UnsavedChangesDialog
        isUnsaved={() => editor.isUnsaved() || picture.hasPendingPicture() || list.isBusy()}
        onDiscard={editor.discardDraft}
      />
    </FormProvider>
  )
}

/** A new course goes on as one that is edited. */
function useRedirectAfterAdd(loaded: Loaded | null) {
  const navigate = useNavigate()
  const showToast = useShowToast()
  return ({ id, msg }: { id: number; msg: string }) => {
    if (loaded) return
    showToast({ variant: 'success', text: msg })
    void navigate(editCoursePath({ course_id: id }), { replace: true })
  }
}
