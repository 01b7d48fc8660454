interface SendAgainProps {
  isSending: boolean
  /** While the form itself is busy. */
  isHeld: boolean
  /** Seconds until another code may be asked for. */
  pause: number
  onSend: () => void
}

export function SendAgain({ isSending, isHeld, pause, onSend }: SendAgainProps) {
  const isResting = isSending || isHeld || pause > 0
  return (
    <p className="text-center text-sm text-muted">
      {/* Not disabled: that would take the focus away from whoever has just pressed it. */}
      <button
        type="button"
        aria-disabled={isResting}
        onClick={() => {
          if (!isResting) onSend()
        }}
        className="min-h-6 font-semibold text-accent-text tabular-nums underline-offset-4 not-aria-disabled:hover:underline aria-disabled:cursor-default aria-disabled:text-muted"
      >
        {isSending ? 'Loading' : pause > 0 ? `Send a new code in ${pause} s` : 'Send a new code'}
      </button>
    </p>
  )
}
