import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import { ReasonField } from '#web/features/panels/reason-field.tsx'
import { useReason } from '#web/features/panels/use-reason.ts'
import { useShowToast } from '#web/ui/toasts.tsx'
import type { StudentProgress } from './student-progress-screen.tsx'

type Material = StudentProgress['materials'][number]

/** What an admin is about to do. */
export type Change = { kind: 'complete' | 'reopen'; material: Material } | { kind: 'reset' | 'waive' }

interface ChangeDialogProps {
  progress: StudentProgress
  change: Change
  onClose: () => void
  onDone: () => void
}

/** Asks for the reason, which the timeline and the system log keep. */
export function ChangeDialog({ progress, change, onClose, onDone }: ChangeDialogProps) {
  const reason = useReason()
  const { mutate, isPending, error } = useChange(progress, change, onDone)
  const { title, text, label, isDangerous = false } = describe(progress, change)
  return (
    <ActionForm
      {...{ title, text, label, isDangerous, isPending, error, onClose }}
      onSubmit={() => reason.check() && mutate(reason.text)}
    >
      <ReasonField {...reason.field} hint="Shown in the timeline and in the system log" />
    </ActionForm>
  )
}

const REOPEN_NOTES: Partial<Record<Material['kind'], string>> = {
  quiz: ' Earlier attempts no longer count.',
  assignment: ' Accepted work can be handed in again.',
}

function describe(
  { student, course }: StudentProgress,
  change: Change,
): { title: string; text: string; label: string; isDangerous?: boolean } {
  switch (change.kind) {
    case 'complete':
      return {
        title: 'Complete lesson',
        text: `“${change.material.title}” counts as completed for ${student.name}. With the last lesson the course is finished and the certificate issued.`,
        label: 'Complete',
      }
    case 'reopen':
      return {
        title: 'Reopen lesson',
        text: `“${change.material.title}” is open again for ${student.name}.${REOPEN_NOTES[change.material.kind] ?? ''} A certificate that was issued stays valid.`,
        label: 'Reopen',
      }
    case 'reset':
      return {
        title: 'Reset progress',
        text: `${student.name} starts “${course.title}” again: ticks, watched parts, quiz attempts and submissions no longer count. A certificate that was issued stays valid.`,
        label: 'Reset progress',
        isDangerous: true,
      }
    case 'waive':
      return {
        title: 'Waive prerequisites',
        text: `“${course.title}” opens for ${student.name}, although the courses before it are not finished.`,
        label: 'Waive',
      }
  }
}

const DONE_TEXTS: Record<Change['kind'], string> = {
  complete: 'The lesson was completed',
  reopen: 'The lesson was reopened',
  reset: 'The progress was reset',
  waive: 'The prerequisites were waived',
}

function useChange({ student, course }: StudentProgress, change: Change, onDone: () => void) {
  const showToast = useShowToast()
  const target = { student_id: student.student_id, course_id: course.course_id }
  const options = {
    onSuccess: () => {
      onDone()
      showToast({ variant: 'success', text: DONE_TEXTS[change.kind] })
    },
  }
  const set = useCallMutation('setLessonProgress', {
    ...options,
    mutationFn: (reason: string) => {
      const material_id = 'material' in change ? change.material.material_id : 0
      return call('setLessonProgress', { ...target, material_id, value: change.kind === 'complete', reason })
    },
  })
  const reset = useCallMutation('resetProgress', {
    ...options,
    mutationFn: (reason: string) => call('resetProgress', { ...target, reason }),
  })
  const waive = useCallMutation('waivePrerequisites', {
    ...options,
    mutationFn: (reason: string) => call('waivePrerequisites', { ...target, reason }),
  })
  if ('material' in change) return set
  return change.kind === 'reset' ? reset : waive
}
