// T2: takes out each guard (`if (…) throw new AppError(…)`) in turn, in a copy of the sources: a test must fail (`--count 10`
// for a sample).
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seededRandom } from '../../src/server/demo/seeded-random.ts'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findGuards, type Guard } from '../support/checks/find-guards.ts'
import { readNumbers, report } from '../support/report.ts'

const COPY = join(PROJECT_ROOT, '.cache/guards')
const COPIED = ['src', 'nightly', 'scripts', 'migrations', 'docs', 'public', 'package.json', 'package-lock.json']
const CONFIG = ['vitest.config.ts', 'vite.config.ts', 'tsconfig.json', 'tsconfig.base.json']
/** Besides the tests in the guard's folder. Where these miss it, all of the server's are run, which takes minutes. */
const EVERYWHERE = ['src/server/contract.test.ts', 'src/server/pipeline/forged-identity.test.ts']
const { count } = readNumbers({ count: Number.MAX_SAFE_INTEGER })

function copyProject(): void {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  for (const path of [...COPIED, ...CONFIG]) cpSync(join(PROJECT_ROOT, path), join(COPY, path), { recursive: true })
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(COPY, 'node_modules'))
}

interface PlacedGuard extends Guard {
  path: string
}

function listGuards(): PlacedGuard[] {
  return readdirSync(join(COPY, 'src/server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(testing|demo|cli)\//.test(path))
    .sort()
    .flatMap((file) => {
      const path = join('src/server', file)
      return findGuards(readFileSync(join(COPY, path), 'utf8')).map((guard) => ({ ...guard, path }))
    })
}

/** Stops at the first failure. */
function runTests(...paths: string[]): boolean {
  const args = ['--no-install', 'vitest', 'run', '--project', 'server', '--bail', '1', ...paths]
  return spawnSync('npx', args, { cwd: COPY, stdio: 'ignore' }).status === 0
}

const passing = new Map<string, boolean>()

/** Tests that fail with the guard too would prove nothing. */
function requirePassing(...paths: string[]): void {
  const key = paths.join(' ')
  const isPassing = passing.get(key) ?? runTests(...paths)
  passing.set(key, isPassing)
  if (!isPassing) throw new Error(`Without any change these tests fail: ${key}`)
}

function isMissed({ path, without }: PlacedGuard): boolean {
  requirePassing(...EVERYWHERE)
  requirePassing(dirname(path))
  const original = readFileSync(join(COPY, path), 'utf8')
  writeFileSync(join(COPY, path), without)
  const isPassing = runTests(dirname(path)) && runTests(...EVERYWHERE) && runTests('src/server')
  writeFileSync(join(COPY, path), original)
  return isPassing
}

copyProject()
const all = listGuards()
const guards = count < all.length ? seededRandom(2).shuffle(all).slice(0, count) : all
const missed = guards.filter((guard) => {
  const isOne = isMissed(guard)
  console.log(`  ${isOne ? 'missed' : 'caught'} ${guard.path}:${guard.line} ${guard.text.slice(0, 100)}`)
  return isOne
})
rmSync(COPY, { recursive: true, force: true })
report({
  test: 'T2',
  goal: 'a test fails without each guard',
  measured: `${guards.length - missed.length} of ${guards.length} caught (${all.length} guards in all)`,
  isOk: missed.length === 0 && guards.length > 0,
})
