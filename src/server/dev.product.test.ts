import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { findFreePort } from './testing/network/find-free-port.ts'
import { endProcess, waitForProduct } from './testing/processes/product-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lantern-dev-'))
let child: ChildProcess
afterEach(async () => {
  await endProcess(child, () => child.kill('SIGTERM'))
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'the development server serves components that update in place, on this machine only',
  { tags: ['slow'] },
  async () => {
    const port = await findFreePort()
    // The test runner sets NODE_ENV too.
    const { NODE_ENV: _, DATABASE_URL: _url, npm_lifecycle_event: _npm, ...inherited } = process.env
    child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts/dev.mjs')], {
      stdio: 'ignore',
      env: { ...inherited, DATA_DIR: dataDir, PORT: String(port), DEMO: 'off' },
    })
    const url = `http://127.0.0.1:${port}`
    await waitForProduct(url, child)
    const component = await fetch(`${url}/features/courses/card/course-card.tsx`)
    expect(await component.text()).toContain('$RefreshReg$')
    const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
    for (const { address } of addresses.filter(({ internal, family }) => !internal && family === 'IPv4'))
      await expect(fetch(`http://${address}:${port}/readyz`)).rejects.toThrow('fetch failed')
  },
)
