import { join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'

const isBuilt = !import.meta.url.endsWith('.ts')

/** Where the server runs from source, scripts/build-child-programs.mjs builds the program. */
export const getChildProgram = (name: 'embedded' | 'picture-encoder') =>
  join(PROJECT_ROOT, isBuilt ? 'dist/server' : '.cache/programs', `${name}.js`)
