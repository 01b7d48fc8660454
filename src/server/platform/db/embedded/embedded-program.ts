import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const isBuilt = !import.meta.url.endsWith('.ts')

/** The program of the embedded database's process; where the server runs from source, scripts/build-embedded.mjs builds it. */
export const EMBEDDED_PROGRAM = join(PROJECT_ROOT, isBuilt ? 'dist/server/embedded.js' : '.cache/embedded/embedded.js')
