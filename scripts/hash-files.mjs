import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A hash of the contents and paths of files and folders, so that a checkout or a touch alone never causes a build. */
export function hashFiles(root, paths, isIncluded = () => true) {
  const hash = createHash('sha256')
  const add = (path) => {
    const fullPath = join(root, path)
    if (statSync(fullPath).isDirectory()) for (const name of readdirSync(fullPath).sort()) add(join(path, name))
    else if (isIncluded(path)) hash.update(`${path}\0`).update(readFileSync(fullPath)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
