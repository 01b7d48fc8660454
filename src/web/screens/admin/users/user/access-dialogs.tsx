import { useState } from 'react'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { CourseSelect } from '#web/features/courses/course-select.tsx'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import { ReasonField } from '#web/features/panels/reason-field.tsx'
import { useReason } from '#web/features/panels/use-reason.ts'
import { getFullName } from '#web/features/users/get-full-name.ts'
import { Field } from '#web/ui/form/field.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'

interface AccessDialogProps {
  user: UserDetails['user']
  onClose: () => void
  /** Closes it too, and takes the focus. */
  onDone: () => void
}

const REASON_HINT = 'Kept in the system log'

export function GrantAccessDialog({ user, onClose, onDone }: AccessDialogProps) {
  const [courseId, setCourseId] = useState(0)
  const [isMissing, setMissing] = useState(false)
  const reason = useReason()
  const { mutate, isPending, error } = useChangeAccess('grantAccess', user.student_id, onDone)
  const submit = () => {
    setMissing(courseId === 0)
    if (reason.check() && courseId > 0) mutate({ course_id: courseId, reason: reason.text })
  }
  return (
    <ActionForm
      title="Grant access"
      text={`${getFullName(user)} can open the course at once, without paying.`}
      label="Grant access"
      {...{ isPending, error, onClose }}
      onSubmit={submit}
    >
      <Field label="Course" error={isMissing && courseId === 0 ? 'Choose a course' : undefined}>
        {(field) => <CourseSelect courseId={courseId} onSelect={setCourseId} field={field} />}
      </Field>
      <ReasonField {...reason.field} hint={REASON_HINT} />
    </ActionForm>
  )
}

interface RevokeAccessDialogProps extends AccessDialogProps {
  course: { course_id: number; title: string }
}

export function RevokeAccessDialog({ user, course, onClose, onDone }: RevokeAccessDialogProps) {
  const reason = useReason()
  const { mutate, isPending, error } = useChangeAccess('revokeAccess', user.student_id, onDone)
  return (
    <ActionForm
      title="Revoke access"
      text={`“${course.title}” closes for ${getFullName(user)} at once. The progress is kept. Nothing is refunded.`}
      label="Revoke access"
      isDangerous
      {...{ isPending, error, onClose }}
      onSubmit={() => reason.check() && mutate({ course_id: course.course_id, reason: reason.text })}
    >
      <ReasonField {...reason.field} hint={REASON_HINT} />
    </ActionForm>
  )
}

function useChangeAccess(name: 'grantAccess' | 'revokeAccess', userId: number, onDone: () => void) {
  const showToast = useShowToast()
  return useCallMutation(name, {
    mutationFn: (input: { course_id: number; reason: string }) => call(name, { ...input, student_id: userId }),
    onSuccess: ({ msg }) => {
      onDone()
      showToast({ variant: 'success', text: msg })
    },
  })
}
