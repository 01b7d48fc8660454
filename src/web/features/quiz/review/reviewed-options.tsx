import { Icon } from '#web/ui/icons/icon.tsx'

interface ReviewedOptionsProps {
  options: readonly { option_id: string; text: string }[]
  chosen: string[]
  /** Null when it is not told. */
  correct: string[] | null
}

/** The choices, with what the student chose and what is correct. */
export function ReviewedOptions({ options, chosen, correct }: ReviewedOptionsProps) {
  return (
    <ul className="mt-5 space-y-2.5">
      {options.map(({ option_id, text }) => {
        const isChosen = chosen.includes(option_id)
        const isCorrect = correct?.includes(option_id) ?? false
        const note = getNote(isCorrect, isChosen)
        return (
          <li
            key={option_id}
            className={`flex min-h-12 items-start gap-3 rounded-control border px-4 py-3 ${getClassName(isCorrect, isChosen)}`}
          >
            <span className="mt-0.75 grid size-5 shrink-0 place-items-center">
              {isCorrect && <Icon name="check" size={18} className="text-success" />}
              {isChosen && !isCorrect && <Icon name="close" size={18} className="text-danger" />}
            </span>
            <span className="min-w-0 flex-1 break-words">{text}</span>
            {note && <span className="shrink-0 text-sm text-muted">{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function getClassName(isCorrect: boolean, isChosen: boolean): string {
  if (isCorrect) return 'border-success bg-[var(--success-wash)]'
  return isChosen ? 'border-danger bg-[var(--danger-wash)]' : 'border-border text-muted'
}

function getNote(isCorrect: boolean, isChosen: boolean): string {
  if (isChosen) return isCorrect ? 'Your choice, correct' : 'Your choice'
  return isCorrect ? 'Correct answer' : ''
}
