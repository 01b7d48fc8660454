/**
 * In whole percent: 100 only when the course is finished, which it stays when lessons are added, and 0 only when nothing
 * is completed.
 */
export function calculateProgress({
  completed,
  total,
  isFinished,
}: {
  completed: number
  total: number
  isFinished: boolean
}): number {
  if (isFinished) return 100
  if (completed === 0 || total === 0) return 0
  return Math.min(99, Math.max(1, Math.floor((100 * completed) / total)))
}
