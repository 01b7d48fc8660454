import { WarningDialog } from '#web/ui/dialog/warning-dialog.tsx'
import type { LessonList } from './use-lesson-list.ts'

/** Before a lesson goes that students may have completed. Stands outside the form: it is a form itself. */
export function RemoveLessonDialog({
  list: { asked: lessonToRemove, cancelRemoval, remove: removeLesson },
}: {
  list: LessonList
}) {
  if (!lessonToRemove) return null
  return (
    <WarningDialog
      text={`“${lessonToRemove.title}” goes with the next save, and with it that students have completed it. This data will be permanently deleted and cannot be undone.`}
      onCancel={cancelRemoval}
      onConfirm={() => removeLesson(lessonToRemove.key)}
    />
  )
}
