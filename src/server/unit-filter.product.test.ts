import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { findFreePort } from './testing/network/find-free-port.ts'
import { findProgram } from './testing/network/proxies.ts'
import { endProcess, spawnProductProcess, waitForProduct } from './testing/processes/product-process.ts'
import { createFilterCommand } from './testing/processes/unit-filter.ts'

const missing = ['strace', 'systemd-analyze'].find((name) => !findProgram(name))
const reason = missing ? ` (skipped: needs ${missing})` : ''

test.skipIf(missing)(
  `serves and makes a backup under the system calls that the unit allows${reason}`,
  { tags: ['slow'] },
  async () => {
    const unit = readFileSync(join(PROJECT_ROOT, 'deploy/learn-lantern@.service'), 'utf8')
    const dataDir = mkdtempSync(join(inject('runFolder'), 'test-'))
    const port = await findFreePort()
    let output = ''
    const child = spawnProductProcess(
      { PORT: String(port), DATA_DIR: dataDir },
      { wrapper: createFilterCommand(unit), onOutput: (text) => (output += text) },
    )
    try {
      await waitForProduct(`http://127.0.0.1:${port}`, child, () => output)
      const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
      const args = [join(PROJECT_ROOT, 'scripts/admin.mjs'), 'backup']
      expect(execFileSync(process.execPath, args, { env, encoding: 'utf8' })).toContain('All checksums are right.')
      expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1)
    } finally {
      // strace keeps signals to itself.
      const findServer = () =>
        Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')[0])
      await endProcess(child, () => process.kill(findServer(), 'SIGTERM'))
    }
    rmSync(dataDir, { recursive: true })
  },
)
