// oxlint-disable-next-line no-restricted-imports
import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { reloadForNewRelease } from '#web/features/route-error/missing-script.ts'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { LoadError } from '#web/ui/load-error.tsx'

/** The script of a part did not arrive. Other errors inside a part are the screen's, as everywhere. */
class MissingPart extends Error {}

interface LazyPartOptions<Props> {
  /** Of the error that takes the part's place. */
  className?: string
  /** What can be done beside trying again. */
  renderAction?: (props: Props) => ReactNode
}

/**
 * A part of a screen that has a script of its own, like React's `lazy`. If the script does not arrive, only the part is
 * missing, and the user can try again in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { className, renderAction }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const create = () =>
    lazy(() =>
      load().then(
        (Part) => ({ default: Part }),
        (cause: unknown) => {
          throw new MissingPart('The script of a part did not arrive', { cause })
        },
      ),
    )
  // React keeps a failure, so another try needs another one.
  let latest = create()

  return function LazyPart(props: Props) {
    const [{ Part, tries }, setCurrent] = useState(() => ({ Part: latest, tries: 1 }))
    const onMissing = () => {
      latest = create()
      // The script of an older release is gone for good. Not at the first failure: the screen may be in use.
      if (tries > 1) reloadForNewRelease().catch(() => null)
    }
    const retry = () => setCurrent({ Part: latest, tries: tries + 1 })
    // Some browsers keep the failure of a script until the page is reloaded.
    const text = `We couldn’t load this part of the page.${tries > 1 ? ' Check your connection, or reload the page.' : ''}`
    return (
      <PartBoundary
        key={tries}
        onMissing={onMissing}
        error={
          <PartError>
            <LoadError text={text} onRetry={retry} {...(className && { className })}>
              {renderAction?.(props)}
            </LoadError>
          </PartError>
        }
      >
        <Part {...props} />
      </PartBoundary>
    )
  }
}

/** "Try again" leaves with it. */
function PartError({ children }: { children: ReactNode }) {
  return <div ref={useFocusOnUnmount<HTMLDivElement>()}>{children}</div>
}

interface PartBoundaryProps {
  onMissing: () => void
  error: ReactNode
  children: ReactNode
}

class PartBoundary extends Component<PartBoundaryProps, { failure: unknown }> {
  override state = { failure: null }

  static getDerivedStateFromError = (failure: unknown) => ({ failure })

  override componentDidCatch(failure: unknown): void {
    if (failure instanceof MissingPart) this.props.onMissing()
  }

  override render(): ReactNode {
    const failure: unknown = this.state.failure
    if (failure === null) return this.props.children
    if (failure instanceof MissingPart) return this.props.error
    throw failure
  }
}
