import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The names of their files have a hash of what is in them. */
const CHUNK_FOLDERS = ['client/assets', 'pages/assets', 'server/assets']
/** Names the chunks that a build made itself. */
const LIST = '.chunks.json'

/**
 * Puts a complete build in the place of the one that running processes serve. They go on: the chunks of that build, which they
 * and open pages load when they need them, stay beside the new ones until the next build.
 */
export function replaceBuild(dist, newBuild) {
  writeFileSync(join(newBuild, LIST), JSON.stringify(findChunks(newBuild)))
  if (!existsSync(dist)) return renameSync(newBuild, dist)
  for (const path of readChunks(dist)) {
    if (existsSync(join(newBuild, path))) continue
    mkdirSync(dirname(join(newBuild, path)), { recursive: true })
    linkSync(join(dist, path), join(newBuild, path))
  }
  const oldBuild = `${dist}.old`
  rmSync(oldBuild, { recursive: true, force: true })
  renameSync(dist, oldBuild)
  renameSync(newBuild, dist)
  rmSync(oldBuild, { recursive: true })
}

const findChunks = (build) =>
  CHUNK_FOLDERS.filter((folder) => existsSync(join(build, folder))).flatMap((folder) =>
    readdirSync(join(build, folder))
      .sort()
      .map((name) => `${folder}/${name}`),
  )

/** Builds of version 0.1 have no list. */
function readChunks(build) {
  const list = join(build, LIST)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : findChunks(build)
}
