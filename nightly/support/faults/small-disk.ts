import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Takes all but this many bytes. */
  fill(leaveBytes: number): void
  /** Gives back what `fill` took. */
  free(): void
  remove(): void
}

/** A disk of its own, which only root can mount. Undefined when that is not possible. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const fillers: string[] = []
  return {
    folder,
    fill(leaveBytes) {
      const { bavail, bsize } = statfsSync(folder)
      const bytes = bavail * bsize - leaveBytes
      if (bytes < bsize) return
      const path = join(folder, `filler-${fillers.length}`)
      fillers.push(path)
      spawnSync('fallocate', ['-l', String(bytes), path], { stdio: 'ignore' })
    },
    free() {
      for (const path of fillers.splice(0)) rmSync(path, { force: true })
    },
    remove() {
      spawnSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
