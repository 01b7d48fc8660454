import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from './project-root.ts'

const isBuilt = import.meta.url.startsWith(pathToFileURL(join(PROJECT_ROOT, 'dist/')).href)

/** Where the server runs from source, scripts/build-child-programs.mjs builds the program. */
export const getChildProgram = (name: 'embedded' | 'picture-encoder' | 'pdf-program') =>
  join(PROJECT_ROOT, isBuilt ? 'dist/server' : '.cache/programs', `${name}.js`)
