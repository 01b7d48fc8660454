import { Button } from './button.tsx'

interface NotLoadedProps {
  text: string
  onRetry: () => void
  className?: string
}

/** In place of what did not come; all else is there. */
export function NotLoaded({ text, onRetry, className = 'py-12' }: NotLoadedProps) {
  return (
    <div className={`flex flex-col items-center gap-3 px-4 text-center text-sm text-muted ${className}`}>
      <p role="alert">{text}</p>
      <Button look="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
