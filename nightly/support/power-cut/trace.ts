import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../../src/server/platform/project-root.ts'

const CALLS = [
  ...['openat', 'open', 'creat', 'write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'lseek', 'copy_file_range'],
  ...['ftruncate', 'truncate', 'fallocate', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat'],
  ...['mkdir', 'mkdirat', 'rmdir', 'fsync', 'fdatasync'],
]
/** Longer than any write, so that none is cut short. */
const MAX_STRING = 4_000_000

/** strace in front of a program: it writes every change of a file, with the bytes, into the trace. */
export function traceWith(tracePath: string, user?: string): string[] {
  const options = ['--seccomp-bpf', '-f', '-y', '-xx', '-s', String(MAX_STRING), '-o', tracePath]
  return ['strace', ...options, ...(user === undefined ? [] : ['-u', user]), '-e', `trace=${CALLS.join()}`]
}

/** Undefined when it can, else why not. */
export async function findTraceProblem(): Promise<string | undefined> {
  const canTrace = () => spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0
  if (canTrace()) return undefined
  const { installDebianPackage } = (await import(join(PROJECT_ROOT, 'scripts/setup/debian-package.mjs'))) as {
    installDebianPackage: (name: string) => boolean
  }
  return installDebianPackage('strace') && canTrace() ? undefined : 'strace cannot trace processes here'
}
