import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'

/** Of this product, as package.json has it. */
export const VERSION = String(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version)
