import type { Path } from '#contract/schemas/learning/paths.ts'
import { formatDuration } from '#web/features/player/clock.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

/** Level, number of courses and known duration. */
export function PathFacts({ path, className = '' }: { path: Path; className?: string }) {
  return (
    <p className={`flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted ${className}`}>
      {path.level && <span>{path.level}</span>}
      <span>{formatCount(path.courses, 'course')}</span>
      {path.duration > 0 && <span>{formatDuration(path.duration)}</span>}
    </p>
  )
}
