import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { useStoredDraft } from '#web/features/versioned-form/use-stored-draft.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import { courseResolver } from './course-resolver.ts'
import {
  type CourseValues,
  toCourseInput,
  areValuesEqual,
  NEW_COURSE,
  rebaseOnLatest,
  toCourseValues,
  assignLessonIds,
} from './course-values.ts'

/** Of the save that the form was filled from. */
interface BaseVersion {
  id: number
  version: number
}

/** What is written, what is saved, and what was kept of what was not. @param loaded null for a new course */
export function useCourseEditor(loaded: CourseForm | null) {
  const client = useQueryClient()
  const showToast = useShowToast()
  const { student_id, role, email } = useSignedInUser()
  const [start] = useState(loaded ? toCourseValues(loaded) : NEW_COURSE)
  const form = useForm<CourseValues>({ resolver: courseResolver, defaultValues: start, shouldFocusError: false })
  const saved = useRef(start)
  const base = useRef(loaded && toBaseVersion(loaded))
  const [id, setId] = useState(loaded?.course.course_id)
  const draft = useStoredDraft<CourseValues>(id ? `course:${id}` : 'course')
  const { keep: saveDraft, forget: discardDraft, isUnsaved } = draft
  /** Saved, but its new lessons' numbers are not known yet. */
  const lessonsAwaitingIds = useRef<{ sent: CourseValues; baseVersion: BaseVersion } | null>(null)

  const syncDraft = useCallback(() => {
    const now = structuredClone(form.getValues())
    if (areValuesEqual(now, saved.current)) discardDraft()
    else saveDraft(now, base.current?.version ?? null)
  }, [form, saveDraft, discardDraft])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: syncDraft }), [form, syncDraft])

  const loadVersion = useCallback(
    (latestVersion: CourseForm) => {
      saved.current = toCourseValues(latestVersion)
      base.current = toBaseVersion(latestVersion)
      form.reset(saved.current)
      discardDraft()
    },
    [form, discardDraft],
  )
  useEffect(() => {
    // Saved elsewhere while nothing is written here: the form follows.
    if (loaded && loaded.version > (base.current?.version ?? 0) && !isUnsaved()) loadVersion(loaded)
  }, [loaded, isUnsaved, loadVersion])

  const refetch = (id: number) =>
    client.fetchQuery({ ...query('getCourseForm', { course_id: id }), staleTime: 0 }).then(({ msg }) => msg)

  const assignSavedIds = async () => {
    if (!lessonsAwaitingIds.current) return
    const { sent, baseVersion } = lessonsAwaitingIds.current
    const savedForm = await refetch(baseVersion.id)
    base.current = baseVersion
    const now = structuredClone(form.getValues())
    saved.current = assignLessonIds(sent, sent, savedForm)
    form.reset(saved.current)
    // What was written while it was being saved is not.
    if (!areValuesEqual(now, sent)) form.reset(assignLessonIds(now, sent, savedForm), { keepDefaultValues: true })
    lessonsAwaitingIds.current = null
    syncDraft()
    setId(baseVersion.id)
  }

  const save = useMutation({
    mutationFn: async () => {
      await assignSavedIds()
      const baseVersion = base.current
      const sent = structuredClone(form.getValues())
      const input = { ...toCourseInput(sent), student_id, role, email }
      const { msg } = await (baseVersion
        ? call('updateCourse', { ...input, course_id: baseVersion.id, version: baseVersion.version })
        : call('addCourse', input))
      lessonsAwaitingIds.current = { sent, baseVersion: { id: msg.id, version: (baseVersion?.version ?? 0) + 1 } }
      await assignSavedIds()
      return msg
    },
    onSuccess: () => void invalidateAfter(client, base.current ? 'updateCourse' : 'addCourse'),
  })
  /** Its picture has changed. */
  const invalidate = () => void invalidateAfter(client, 'handleUploads')

  const latestVersion = useMutation({
    mutationFn: refetch,
    onError: ({ message }) => showToast({ variant: 'error', text: message }),
  })

  return {
    form,
    isUnsaved,
    save: () => save.mutateAsync(),
    saveMutation: save,
    renew: invalidate,
    /** After somebody else has saved. */
    loadLatest: async () => {
      if (!base.current) return
      loadVersion(await latestVersion.mutateAsync(base.current.id))
      save.reset()
    },
    overwrite: async () => {
      if (base.current) {
        const newest = await latestVersion.mutateAsync(base.current.id)
        form.reset(rebaseOnLatest(structuredClone(form.getValues()), newest), { keepDefaultValues: true })
        base.current = toBaseVersion(newest)
      }
      return save.mutateAsync()
    },
    isLoadingLatest: latestVersion.isPending,
    storedDraft: draft.offered,
    restore: () => {
      if (!draft.offered) return
      const { values, version } = draft.offered
      form.reset({ ...NEW_COURSE, ...values }, { keepDefaultValues: true })
      // Written over an older save: then saving it is the same clash as if the page had stayed open.
      if (base.current && version !== null) base.current = { ...base.current, version }
      draft.markRestored()
      syncDraft()
    },
    discardStoredDraft: draft.discardStoredDraft,
    /** What is written is given up. */
    discardDraft: discardDraft,
    isSaved: () => areValuesEqual(form.getValues(), saved.current),
  }
}

const toBaseVersion = ({ course, version }: CourseForm): BaseVersion => ({ id: course.course_id, version })
