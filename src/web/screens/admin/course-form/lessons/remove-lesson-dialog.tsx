import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import type { LessonList } from './use-lesson-list.ts'

/** Must be rendered outside the course form: the dialog is a form itself. */
export function RemoveLessonDialog({ list }: { list: LessonList }) {
  const { lessonToRemove, cancelRemoval, removeLesson } = list
  if (!lessonToRemove) return null
  return (
    <WarningDialog
      text={`The next save deletes “${lessonToRemove.title}” and its completions by students. This data will be permanently deleted and cannot be undone.`}
      onCancel={cancelRemoval}
      onConfirm={() => removeLesson(lessonToRemove.key)}
    />
  )
}
