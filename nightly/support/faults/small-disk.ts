import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Takes all but this many blocks. */
  fill(leaveBlocks: number): void
  /** Takes the place for new files, not that for their content. */
  fillNames(): void
  /** Gives back what was taken. */
  free(): void
  remove(): void
}

const BLOCK_BYTES = 4_096
const MARGIN_BYTES = 4_000_000
const MAX_TRIES = 20
/** PostgreSQL has a thousand files. */
const MAX_FILES = 8_192

/** A disk of its own, which only root can mount. Undefined when that is not possible. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | undefined {
  mkdirSync(folder)
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${MAX_FILES}`, 'tmpfs', folder])) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const fillers = join(folder, 'fillers')
  let count = 0
  mkdirSync(fillers)
  return {
    folder,
    fill(leaveBlocks) {
      // A file that does not fit takes nothing, and the product writes meanwhile: the last bytes are taken by themselves.
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { bavail, bsize } = statfsSync(folder)
        const bytes = bavail * bsize - leaveBlocks * BLOCK_BYTES
        if (bytes <= 0) return
        const size = bytes > 2 * MARGIN_BYTES ? bytes - MARGIN_BYTES : bytes
        run('fallocate', ['-l', String(size), join(fillers, String(count++))])
      }
    },
    fillNames() {
      while (createFile(join(fillers, String(count++))));
    },
    free() {
      rmSync(fillers, { recursive: true })
      mkdirSync(fillers)
    },
    remove() {
      run('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface BreakableDisk {
  folder: string
  /** Writes all that no program has synced, as PostgreSQL's new cluster. */
  sync(): void
  /** The kernel finds an error and makes the disk read-only, whatever is open on it. */
  turnReadOnly(): void
  /** Unmounts, checks and mounts it. */
  repair(): void
  remove(): void
}

/** An ext4 in a file, which only root can mount. Undefined when that is not possible. */
export function mountBreakableDisk(folder: string, megabytes: number): BreakableDisk | undefined {
  const image = `${folder}.img`
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1_000_000)
  // On a device of its own: mount alone would take the broken one again while it is in use.
  const mount = () => {
    const device = spawnSync('losetup', ['-f', '--show', image], { encoding: 'utf8' }).stdout?.trim() ?? ''
    const isMounted = run('mount', ['-o', 'errors=remount-ro', device, folder])
    // It is freed when nothing uses it any more.
    run('losetup', ['-d', device])
    return isMounted
  }
  const remove = () => {
    run('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
    rmSync(image)
  }
  if (!run('mkfs.ext4', ['-q', '-F', image]) || !mount()) {
    remove()
    return undefined
  }
  return {
    folder,
    sync: () => void run('sync', ['-f', folder]),
    turnReadOnly() {
      const { stdout } = spawnSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' })
      writeFileSync(`/sys/fs/ext4/${basename(stdout.trim())}/trigger_fs_error`, 'broken on purpose')
    },
    repair() {
      // Lazily, because the socket of the admin's commands is on it.
      run('umount', ['-l', folder])
      // Its codes up to 2 say that it has mended what it found.
      const { status } = spawnSync('e2fsck', ['-f', '-y', image], { stdio: 'ignore' })
      if (status === null || status > 2 || !mount()) throw new Error('The disk could not be repaired')
    },
    remove,
  }
}

/** False on a full disk. */
function createFile(path: string): boolean {
  try {
    writeFileSync(path, '')
    return true
  } catch {
    return false
  }
}

const run = (program: string, args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0
