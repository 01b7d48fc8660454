import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface LoadErrorProps {
  text: string
  onRetry: () => void
  className?: string
  /** Other actions. */
  children?: ReactNode
}

/** In place of a part of the page that failed to load. */
export function LoadError({ text, onRetry, className = 'py-12', children }: LoadErrorProps) {
  return (
    <div className={`flex flex-col items-center gap-3 px-4 text-center text-sm text-muted ${className}`}>
      <p role="alert">{text}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try again
      </Button>
      {children}
    </div>
  )
}
