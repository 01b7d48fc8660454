import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CourseForm } from '#contract/schemas/course-panel.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useToasts } from '#web/ui/toasts.tsx'
import { useKeptDraft } from '#web/features/versioned-form/use-kept-draft.ts'
import { renewCourses } from '#web/data/renew-courses.ts'
import { checkCourse } from './check-course.ts'
import { type CourseValues, inputOf, isSame, NEW_COURSE, overTheirs, valuesOf, withIds } from './course-values.ts'

/** Of the save that the form was filled from. */
interface Base {
  id: number
  version: number
}

/** What is written, what is saved, and what was kept of what was not. @param loaded null for a new course */
export function useCourseEditor(loaded: CourseForm | null) {
  const client = useQueryClient()
  const tell = useToasts()
  const { student_id, role, email } = useSignedInUser()
  const [start] = useState(loaded ? valuesOf(loaded) : NEW_COURSE)
  const form = useForm<CourseValues>({ resolver: checkCourse, defaultValues: start, shouldFocusError: false })
  const saved = useRef(start)
  const base = useRef(loaded && baseOf(loaded))
  const [id, setId] = useState(loaded?.course.course_id)
  const draft = useKeptDraft<CourseValues>(id ? `course:${id}` : 'course')
  const { keep, forget, isUnsaved } = draft
  /** Saved, but its new lessons' numbers are not known yet. */
  const unnumbered = useRef<{ sent: CourseValues; on: Base } | null>(null)

  const look = useCallback(() => {
    const now = structuredClone(form.getValues())
    if (isSame(now, saved.current)) forget()
    else keep(now, base.current?.version ?? null)
  }, [form, keep, forget])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: look }), [form, look])

  const take = useCallback(
    (theirs: CourseForm) => {
      saved.current = valuesOf(theirs)
      base.current = baseOf(theirs)
      form.reset(saved.current)
      forget()
    },
    [form, forget],
  )
  useEffect(() => {
    // Saved elsewhere while nothing is written here: the form follows.
    if (loaded && loaded.version > (base.current?.version ?? 0) && !isUnsaved()) take(loaded)
  }, [loaded, isUnsaved, take])

  const askAnew = (id: number) =>
    client.fetchQuery({ ...query('getCourseForm', { course_id: id }), staleTime: 0 }).then(({ msg }) => msg)

  const numberLessons = async () => {
    if (!unnumbered.current) return
    const { sent, on } = unnumbered.current
    const fresh = await askAnew(on.id)
    base.current = on
    const now = structuredClone(form.getValues())
    saved.current = withIds(sent, sent, fresh)
    form.reset(saved.current)
    // What was written while it was being saved is not.
    if (!isSame(now, sent)) form.reset(withIds(now, sent, fresh), { keepDefaultValues: true })
    unnumbered.current = null
    look()
    setId(on.id)
  }

  const save = useMutation({
    mutationFn: async () => {
      await numberLessons()
      const on = base.current
      const sent = structuredClone(form.getValues())
      const input = { ...inputOf(sent), student_id, role, email }
      const { msg } = await (on
        ? call('updateCourse', { ...input, course_id: on.id, version: on.version })
        : call('addCourse', input))
      unnumbered.current = { sent, on: { id: msg.id, version: (on?.version ?? 0) + 1 } }
      await numberLessons()
      return msg
    },
    onSuccess: () => void renewCourses(client),
  })
  /** Its picture has changed. */
  const renew = () => {
    void renewCourses(client)
    void client.invalidateQueries({ queryKey: ['getCourseForm'] })
  }

  const theirs = useMutation({ mutationFn: askAnew, onError: ({ message }) => tell({ look: 'error', text: message }) })

  return {
    form,
    isUnsaved,
    save: () => save.mutateAsync(),
    saveState: save,
    renew,
    /** After somebody else has saved. */
    loadTheirs: async () => {
      if (!base.current) return
      take(await theirs.mutateAsync(base.current.id))
      save.reset()
    },
    saveMine: async () => {
      if (base.current) {
        const newest = await theirs.mutateAsync(base.current.id)
        form.reset(overTheirs(structuredClone(form.getValues()), newest), { keepDefaultValues: true })
        base.current = baseOf(newest)
      }
      return save.mutateAsync()
    },
    isAsking: theirs.isPending,
    offered: draft.offered,
    restore: () => {
      if (!draft.offered) return
      const { values, version } = draft.offered
      form.reset({ ...NEW_COURSE, ...values }, { keepDefaultValues: true })
      // Written over an older save: then saving it is the same clash as if the page had stayed open.
      if (base.current && version !== null) base.current = { ...base.current, version }
      draft.restored()
      look()
    },
    discardOffered: draft.discardOffered,
    /** What is written is given up. */
    giveUp: forget,
    isSaved: () => isSame(form.getValues(), saved.current),
  }
}

const baseOf = ({ course, version }: CourseForm): Base => ({ id: course.course_id, version })
