// oxlint-disable-next-line no-restricted-imports
import { type ComponentType, lazy } from 'react'
import { reloadForNewRelease } from '#web/features/route-error/missing-script.ts'

/** A part with a script of its own, without which the page goes on. It comes back with a new release, or a reload. */
export const optionalPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => {
        reloadForNewRelease().catch(() => null)
        return { default: () => null }
      },
    ),
  )
