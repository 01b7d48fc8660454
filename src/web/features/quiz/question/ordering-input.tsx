import { useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import type { AnswerInputProps } from './answer-input.tsx'

/** Items in the student's order, moved by buttons. */
export function OrderingInput({ question: { options }, answer, onAnswer, labelledBy }: AnswerInputProps) {
  const [announcement, setAnnouncement] = useState('')
  const ids = Array.isArray(answer) ? answer : options.map(({ option_id }) => option_id)
  const texts = new Map(options.map(({ option_id, text }) => [option_id, text]))
  function move(from: number, to: number) {
    const moved = ids[from]
    if (moved === undefined) return
    onAnswer(ids.toSpliced(from, 1).toSpliced(to, 0, moved))
    setAnnouncement(`${texts.get(moved)}, moved to position ${to + 1} of ${ids.length}`)
  }
  return (
    <>
      <p className="mt-4 text-sm text-muted">Put these in order, first to last.</p>
      <ol aria-labelledby={labelledBy} className="mt-3 space-y-2">
        {ids.map((id, index) => (
          <li
            key={id}
            className="flex min-h-12 items-center gap-3 rounded-control border border-border-strong px-3 py-1.5"
          >
            <span className="w-5 shrink-0 text-sm text-muted tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 break-words">{texts.get(id)}</span>
            <MoveButton
              label={`Move ${texts.get(id)} up`}
              isUp
              isDisabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <MoveButton
              label={`Move ${texts.get(id)} down`}
              isDisabled={index === ids.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

interface MoveButtonProps {
  label: string
  isUp?: boolean
  isDisabled: boolean
  onClick: () => void
}

function MoveButton({ label, isUp = false, isDisabled, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Stays focusable: the focus must not be lost at the end of the list.
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onClick()}
      className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:opacity-40"
    >
      <Icon name="chevron-down" size={18} className={isUp ? 'rotate-180' : ''} />
    </button>
  )
}
