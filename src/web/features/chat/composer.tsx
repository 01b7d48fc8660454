import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { LIMITS } from '#contract/limits.ts'
import { isComposing } from '#web/ui/form/is-composing.ts'

const COUNTER_THRESHOLD = 3_600
const MAX_HEIGHT_PX = 6 * 26 + 20

interface ComposerProps {
  text: string
  onTextChange: (text: string) => void
  /** Null while there is no receiver. */
  onSend: ((text: string) => void) | null
  onTyping: () => void
}

/** Enter or the button sends; Shift+Enter starts a new line. */
export function Composer({ text, onTextChange, onSend, onTyping }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useAutoGrow(field)
  const isBlank = text.trim() === ''

  const send = (event: FormEvent) => {
    event.preventDefault()
    field.current?.focus()
    if (isBlank || !onSend) return
    onSend(text)
    onTextChange('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms an input method's suggestion must not send.
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) send(event)
  }

  return (
    <form data-composer onSubmit={send} className="px-3 pb-3 sm:px-4 sm:pb-4">
      <div className="relative flex items-end rounded-[22px] border border-border-strong bg-bg transition duration-150 focus-within:border-accent-text focus-within:ring-1 focus-within:ring-accent-text hover:border-muted">
        <textarea
          ref={field}
          aria-label="Message"
          placeholder={onSend ? 'Write a message' : 'Messaging is not available yet'}
          rows={1}
          maxLength={LIMITS.message}
          enterKeyHint="send"
          autoComplete="off"
          disabled={!onSend}
          value={text}
          onChange={(event) => {
            onTextChange(event.target.value)
            if (event.target.value.trim() !== '') onTyping()
          }}
          onKeyDown={handleKeyDown}
          className="block h-[46px] w-full resize-none overflow-y-auto rounded-[22px] bg-transparent py-2.5 pr-14 pl-4.5 text-base outline-none placeholder:text-muted"
        />
        <SendButton isDisabled={isBlank || !onSend} />
      </div>
      <CharacterCounter length={text.length} />
    </form>
  )
}

function SendButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <button
      type="submit"
      aria-label="Send"
      aria-disabled={isDisabled}
      className="absolute right-1 bottom-1 grid size-9 place-items-center rounded-full bg-accent text-on-accent transition duration-150 ease-out hover:brightness-106 active:brightness-95 aria-disabled:bg-raised aria-disabled:text-muted pointer-coarse:after:absolute pointer-coarse:after:-inset-1"
    >
      <svg
        aria-hidden="true"
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M12 19V5M5 12l7-7 7 7" />
      </svg>
    </button>
  )
}

/** Shown near the limit; announced once it is reached. */
function CharacterCounter({ length }: { length: number }) {
  return (
    <div className="text-right text-xs text-muted">
      {length >= COUNTER_THRESHOLD && (
        <p className={`mt-1.5 mr-2 tabular-nums ${length >= LIMITS.message ? 'text-danger' : ''}`}>
          {length.toLocaleString('en-US')} / {LIMITS.message.toLocaleString('en-US')}
        </p>
      )}
      <p role="status" className="sr-only">
        {length >= LIMITS.message && `A message can have at most ${LIMITS.message.toLocaleString('en-US')} characters`}
      </p>
    </div>
  )
}

/** Grows with its text, up to six lines. */
function useAutoGrow(field: RefObject<HTMLTextAreaElement | null>): void {
  const resizeToFit = useEffectEvent(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight, MAX_HEIGHT_PX)}px`
  })
  useLayoutEffect(() => resizeToFit())
  useEffect(() => {
    const onResize = () => resizeToFit()
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [])
}
