import { type FormEvent, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { FormProvider } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import type { CourseForm as Loaded } from '#contract/schemas/admin-courses.ts'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { UnsavedChangesDialog } from '#web/features/versioned-form/unsaved-changes-dialog.tsx'
import { UnsavedBanner } from '#web/features/versioned-form/unsaved-banner.tsx'
import { type CourseValues, NEW_COURSE } from './values/course-values.ts'
import { CoursePictureField } from './course-picture-field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { isUploaded } from './lessons/lesson-files.ts'
import { LessonList } from './outline/lesson-list.tsx'
import { RemoveLessonDialog } from './lessons/remove-lesson-dialog.tsx'
import { type LessonList as List, useLessonList } from './lessons/use-lesson-list.ts'
import { PriceFields } from './price/price-fields.tsx'
import { focusField } from './focus-field.ts'
import { FormTabs, TabPanel } from './form-tabs.tsx'
import { type FormProblem, type FormTab, getFormProblems, getListError } from './values/get-form-problems.ts'
import { PublicField } from './public-field.tsx'
import { SaveBar } from './save-bar.tsx'
import { TitleBar } from './title-bar.tsx'
import { useCourseEditor } from './use-course-editor.ts'

/** Most courses are made without these. */
const ON_CARD = { className: 'card py-16' }
const PageFields = lazyPart(() => import('./page/page-fields.tsx').then((module) => module.PageFields), ON_CARD)
const SettingsFields = lazyPart(
  () => import('./settings/settings-fields.tsx').then((module) => module.SettingsFields),
  ON_CARD,
)

/** Adds a course, or edits one. @param loaded null for a new one */
export function CourseForm({ loaded }: { loaded: Loaded | null }) {
  const title = loaded ? 'Edit Course' : 'Add Course'
  const editor = useCourseEditor(loaded)
  const { form, picture, isPending } = editor
  const linkedLesson = useLinkedLesson(editor)
  const list = useLessonList(form, linkedLesson)
  const { tab, openedTabs, selectTab } = useTabs()
  const { submit, focusProblem, isWaitingForUploads } = useSubmit(editor, list, selectTab)
  const { errors, isDirty } = form.formState
  const problems = getFormProblems(errors, form.getValues('materials'))

  return (
    <FormProvider {...form}>
      <div className="mx-auto max-w-6xl">
        <TitleBar title={title} course={loaded?.course ?? null} />
        {editor.draftOffer && <UnsavedBanner {...editor.draftOffer} />}
        <form noValidate method="post" aria-label={title} onSubmit={submit} className="@container">
          <FormTabs active={tab} onSelect={selectTab} problemTabs={problems.map((problem) => problem.tab)} />
          <TabPanel tab="content" active={tab}>
            <div className="grid items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
              <DetailsFields />
              <div className="grid min-w-0 gap-5 @2xl:grid-cols-2 @4xl:grid-cols-1">
                <CoursePictureField course={loaded?.course ?? null} upload={picture} isBusy={isPending} />
                <div className="space-y-5">
                  <PriceFields />
                  <PublicField />
                </div>
              </div>
              <div className="min-w-0 @4xl:col-span-2">
                <LessonList list={list} error={getListError(errors)} onNormalize={editor.normalizeContent} />
              </div>
            </div>
          </TabPanel>
          <TabPanel tab="page" active={tab}>
            <Suspense fallback={<PanelSkeleton />}>{openedTabs.has('page') && <PageFields />}</Suspense>
          </TabPanel>
          <TabPanel tab="settings" active={tab}>
            <Suspense fallback={<PanelSkeleton />}>
              {openedTabs.has('settings') && <SettingsFields courseId={loaded?.course.course_id ?? null} />}
            </Suspense>
          </TabPanel>
          <SaveBar
            idle={title}
            isPending={isPending}
            success={isDirty ? undefined : editor.successText}
            isDirty={isDirty || picture.picture !== null}
            storedAt={editor.storedAt}
            error={editor.error}
            isWaitingForUploads={isWaitingForUploads}
            problems={problems}
            onFocusProblem={focusProblem}
            conflict={editor.conflict}
          />
        </form>
      </div>
      <RemoveLessonDialog list={list} />
      <UnsavedChangesDialog isUnsaved={() => editor.isUnsaved() || list.isBusy()} onDiscard={editor.discardChanges} />
    </FormProvider>
  )
}

const PanelSkeleton = () => <div aria-hidden="true" className="skeleton h-96 rounded-card" />

/** A tab's fields are rendered from its first opening on. */
function useTabs() {
  const [tab, setTab] = useState<FormTab>('content')
  const [openedTabs, setOpenedTabs] = useState<ReadonlySet<FormTab>>(new Set(['content']))
  const selectTab = (next: FormTab) => {
    setTab(next)
    setOpenedTabs((before) => new Set([...before, next]))
  }
  return { tab, openedTabs, selectTab }
}

/** The key of the lesson that the address names. It starts open, with the focus on its video. */
function useLinkedLesson({ form }: ReturnType<typeof useCourseEditor>): string | undefined {
  const lessonId = parseIdSegment(useSearchParams()[0].get('lesson') ?? '')
  const findIndex = () => form.getValues('materials').findIndex((lesson) => lesson.id === lessonId && lessonId > 0)
  const focusVideo = useEffectEvent(() => {
    const index = findIndex()
    if (index >= 0) focusVideoField(form, index)
  })
  useEffect(() => focusVideo(), [])
  return form.getValues('materials')[findIndex()]?.key
}

const isOwnField = (name: string): name is keyof CourseValues => name in NEW_COURSE && name !== 'prerequisites'

/** An uploaded video has no field of its own. */
function focusVideoField({ getValues, setFocus }: ReturnType<typeof useCourseEditor>['form'], index: number) {
  const isFile = isUploaded(getValues(`materials.${index}.url`))
  setFocus(`materials.${index}.${isFile ? 'title' : 'url'}`)
  document.activeElement?.scrollIntoView({ block: 'center' })
}

/** Saves once no upload is running, or focuses the first problem. */
function useSubmit(
  { form, isPending, save, checkLessons }: ReturnType<typeof useCourseEditor>,
  list: List,
  selectTab: (tab: FormTab) => void,
) {
  const [isWaitingForUploads, setWaitingForUploads] = useState(false)
  const focusProblem = ({ name, tab, lesson, section }: FormProblem) => {
    flushSync(() => selectTab(tab))
    if (lesson !== null) list.openAt(lesson)
    if (section !== undefined) list.openSectionAt(section)
    if (name === 'materials') document.getElementById('add-lesson')?.focus()
    else if (lesson !== null && name.endsWith('.url') && form.getValues(`materials.${lesson}.kind`) === 'video')
      focusVideoField(form, lesson)
    else if (isOwnField(name)) {
      form.setFocus(name)
      document.activeElement?.scrollIntoView({ block: 'center' })
    } else focusField(name)
  }
  const submit = (event: FormEvent) => {
    setWaitingForUploads(list.isBusy())
    if (list.isBusy() || isPending) return event.preventDefault()
    checkLessons()
    return form.handleSubmit(save, (fieldErrors) => {
      const [first] = getFormProblems(fieldErrors, form.getValues('materials'))
      if (first) focusProblem(first)
    })(event)
  }
  return { submit, focusProblem, isWaitingForUploads: isWaitingForUploads && list.isBusy() }
}
