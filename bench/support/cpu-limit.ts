import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERIOD_US = 20_000
const VERSION_1 = '/sys/fs/cgroup/cpu'
const VERSION_2 = '/sys/fs/cgroup'

/**
 * Gives each process this share of a core, by a control group of the kernel, which root may create. Returns a function
 * that ends it once the processes have ended, or null where this is not possible.
 */
export function limitCpu(pids: readonly number[], share: number): (() => void) | null {
  const isVersion2 = existsSync(join(VERSION_2, 'cgroup.controllers'))
  const folders: string[] = []
  const end = () => {
    for (const folder of folders) rmdirSync(folder)
  }
  try {
    if (isVersion2) writeFileSync(join(VERSION_2, 'cgroup.subtree_control'), '+cpu')
    for (const pid of pids) {
      const folder = join(isVersion2 ? VERSION_2 : VERSION_1, `lantern-bench-${pid}`)
      mkdirSync(folder)
      folders.push(folder)
      const quota = Math.round(share * PERIOD_US)
      if (isVersion2) writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`)
      else {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US))
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota))
      }
      writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    }
    return end
  } catch {
    return null
  }
}
