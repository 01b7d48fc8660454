import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CallOutput } from '#contract/contract.ts'
import { editCoursePath } from '#contract/paths/record-paths.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import { call, query } from '#web/data/api.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useVersionedForm } from '#web/features/versioned-form/use-versioned-form.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import { type CheckedLessons, courseResolver } from './values/course-resolver.ts'
import {
  assignIds,
  type CourseValues,
  findLessonIndex,
  NEW_COURSE,
  rebaseOnLatest,
  toCourseInput,
  toCourseRecord,
} from './values/course-values.ts'
import type { LessonValues } from './values/lesson-values.ts'

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
    // Drafts stored under `course` are of before sections and kinds.
    name: 'course-2',
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
    applyResult: assignIds,
    rebase: rebaseOnLatest,
  })
  return {
    ...editor,
    form,
    /** The values are validated before the save begins, which can take as long as a script's load. */
    isPending: editor.isPending || form.formState.isSubmitting,
    /** The editor rewrites HTML that it is given; that is not a change by the admin. */
    normalizeContent: (key: string, given: string, content: string) => {
      const update = (lesson: LessonValues) =>
        lesson.key === key && lesson.content === given ? { ...lesson, content } : lesson
      editor.updateSaved((saved) => ({ ...saved, materials: saved.materials.map(update) }))
      const index = findLessonIndex(form.getValues('materials'), key)
      if (index >= 0) form.setValue(`materials.${index}.content`, content)
    },
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
