// T28: the Dockerfile without an engine: its stages are built in folders here, and the result runs read-only and without rights.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { buildStages, parseDockerfile } from '../support/checks/dockerfile.ts'
import { findFreePort } from '../../src/server/testing/network/find-free-port.ts'
import { waitForProduct } from '../../src/server/testing/processes/product-process.ts'
import { report, reportSkipped } from '../support/report.ts'

const MAX_MB = 400
const NOBODY = 65_534

async function runImage(folder: string): Promise<void> {
  const stages = parseDockerfile(readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8'))
  const app = buildStages(stages, { context: PROJECT_ROOT, folder })
  // Not even root's own rights would help: nobody owns nothing here.
  execFileSync('sh', ['-c', `chown -R root:root "${app}" && chmod -R a-w,a+rX "${app}" && chmod 755 "${folder}"`])
  const megabytes = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0])
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, NOBODY, NOBODY)
  const port = String(await findFreePort())
  const [program = '', ...args] = readCommand('CMD', stages.at(-1)?.instructions ?? [])
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const asNobody = { cwd: app, uid: NOBODY, gid: NOBODY, env }
  const child = spawn(program, args, { ...asNobody, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (data) => (output += String(data)))
  try {
    await waitForProduct(`http://127.0.0.1:${port}`, child, () => output)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    const [health = '', ...healthArgs] = readCommand('HEALTHCHECK', stages.at(-1)?.instructions ?? [])
    execFileSync(health, healthArgs, asNobody)
    const commands = spawnText(process.execPath, ['scripts/admin.mjs'], asNobody)
    const startedAt = performance.now()
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    report({
      test: 'T28',
      goal: `serves read-only and without rights, at most ${MAX_MB} MB without Node, stops by SIGTERM`,
      measured: `${megabytes} MB, page ${page.status}, ended with ${code} after ${Math.round(performance.now() - startedAt)} ms`,
      isOk: megabytes <= MAX_MB && page.status === 200 && code === 0 && /Admin +\S+ +\S+/.test(output),
    })
    const devPackages = ['vite', 'vitest', 'typescript', 'react', '@playwright/test']
    const found = devPackages.filter((name) => existsSync(join(app, 'node_modules', name)))
    report({
      test: 'T28',
      goal: 'no development packages, the admin command works',
      measured: `${found.length} development packages; the command says "${commands.split('\n')[0]}"`,
      isOk: found.length === 0 && commands.includes('npm run admin'),
    })
  } finally {
    child.kill('SIGKILL')
  }
}

/** The command of an instruction in its JSON form, after its options. */
function readCommand(name: string, instructions: { name: string; value: string }[]): string[] {
  const { value = '' } = instructions.find((one) => one.name === name) ?? {}
  return JSON.parse(value.slice(value.indexOf('['))) as string[]
}

/** What a program says when it is used wrongly. */
function spawnText(program: string, args: string[], options: object): string {
  try {
    return execFileSync(program, args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-image-'))
try {
  if (process.getuid?.() === 0) await runImage(folder)
  else reportSkipped('T28', 'only root can run it as another user')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
