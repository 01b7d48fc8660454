import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

/** Builds the product for the tests of the built product. */
export default async function setup(): Promise<void> {
  const { buildIfStale } = (await import(join(PROJECT_ROOT, 'scripts/build.mjs'))) as {
    buildIfStale: () => Promise<void>
  }
  await buildIfStale()
}
