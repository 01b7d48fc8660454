import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import { editCoursePath } from '#contract/paths.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useVersionedForm } from '#web/features/versioned-form/use-versioned-form.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { type CheckedLessons, courseResolver } from './course-resolver.ts'
import {
  assignLessonIds,
  type CourseValues,
  NEW_COURSE,
  rebaseOnLatest,
  toCourseInput,
  toCourseRecord,
} from './course-values.ts'

/** The course form's state and what its save does. @param loaded null for a new course */
export function useCourseEditor(loaded: CourseForm | null) {
  const client = useQueryClient()
  const { student_id, role, email } = useSignedInUser()
  const redirectToEdit = useRedirectToEdit()
  const record = useMemo(() => loaded && toCourseRecord(loaded), [loaded])
  const [checkedLessons] = useState<CheckedLessons>(() => new Set())
  const form = useForm<CourseValues, CheckedLessons>({
    resolver: courseResolver,
    context: checkedLessons,
    defaultValues: record?.values ?? NEW_COURSE,
    shouldFocusError: false,
  })
  const editor = useVersionedForm({
    name: 'course',
    form,
    emptyValues: NEW_COURSE,
    loaded: record,
    save: async (values, base): Promise<CallOutput<'addCourse'>> => {
      const image_url = loaded?.course.image_url
      const input = { ...toCourseInput(values), ...(image_url && { image_url }), student_id, role, email }
      const { msg } = await (base
        ? call('updateCourse', { ...input, course_id: base.id, version: base.version })
        : call('addCourse', input))
      return msg
    },
    loadLatest: async (id) => {
      const { msg } = await client.fetchQuery({ ...query('getCourseForm', { course_id: id }), staleTime: 0 })
      return toCourseRecord(msg)
    },
    writes: { create: 'addCourse', update: 'updateCourse' },
    onSaved: (result) => {
      if (!loaded) redirectToEdit(result)
    },
    applyResult: (values, sent, { lesson_ids }) => assignLessonIds(values, sent, lesson_ids),
    rebase: rebaseOnLatest,
  })
  return {
    ...editor,
    form,
    /** From now on the errors of all current lessons show. */
    checkLessons: () => {
      for (const { key } of form.getValues('materials')) checkedLessons.add(key)
    },
  }
}

/** A new course continues on the edit screen. */
function useRedirectToEdit() {
  const navigate = useNavigate()
  const showToast = useShowToast()
  return ({ id, msg }: { id: number; msg: string }) => {
    showToast({ variant: 'success', text: msg })
    void navigate(editCoursePath({ course_id: id }), { replace: true })
  }
}
