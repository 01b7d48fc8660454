// oxlint-disable-next-line no-restricted-imports
import { type ComponentType, lazy } from 'react'

/** A part with a script of its own, without which the page goes on. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: () => null }),
    ),
  )
