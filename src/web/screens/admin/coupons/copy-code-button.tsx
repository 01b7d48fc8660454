import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'

export function CopyCodeButton({ code }: { code: string }) {
  const showToast = useShowToast()
  // The browser may deny it, and has no clipboard where the page is not on https.
  const copy = () =>
    Promise.resolve(code)
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => showToast({ variant: 'success', text: `${code} was copied` }),
        () => showToast({ variant: 'error', text: `Couldn’t copy the code. Select ${code} and copy it yourself` }),
      )
  return (
    <button
      type="button"
      aria-label={`Copy ${code}`}
      title="Copy"
      onClick={() => void copy()}
      className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      <AnyIcon name="copy" size={15} />
    </button>
  )
}
