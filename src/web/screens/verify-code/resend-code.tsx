interface ResendCodeProps {
  isSending: boolean
  /** While the code is being verified. */
  isDisabled: boolean
  /** Until another code can be requested. */
  secondsLeft: number
  onSend: () => void
}

export function ResendCode({ isSending, isDisabled, secondsLeft, onSend }: ResendCodeProps) {
  const isBlocked = isSending || isDisabled || secondsLeft > 0
  return (
    <p className="text-center text-sm text-muted">
      {/* aria-disabled keeps the focus on the button that was just pressed; disabled would drop it. */}
      <button
        type="button"
        aria-disabled={isBlocked}
        onClick={() => {
          if (!isBlocked) onSend()
        }}
        className="min-h-6 font-semibold text-accent-text tabular-nums underline-offset-4 not-aria-disabled:hover:underline aria-disabled:cursor-default aria-disabled:text-muted"
      >
        {isSending ? 'Loading' : secondsLeft > 0 ? `Send a new code in ${secondsLeft} s` : 'Send a new code'}
      </button>
    </p>
  )
}
