// T2: takes out each guard (`if (…) throw new AppError(…)`, or a call such as `await requireOwnNote(…)`) in turn, in a copy of
// the sources: a test must fail (100 of them, all with `--full`). A first run of all the server's tests notes which files of tests each guard refuses in: no
// other can miss it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { seededRandom } from '../../src/server/demo/seeded-random.ts'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findGuards, type Guard, replaceRefusals } from '../support/checks/find-guards.ts'
import { readNumbers, report } from '../support/report.ts'

const COPY = join(PROJECT_ROOT, '.cache/guards')
const NOT_COPIED = ['.cache', '.git', 'data', 'dist', 'node_modules', 'screenshots']
/** Of `src/server`; the tests of pages need a build. */
const NOT_CHECKED = /^(cli|demo|pages|testing)\//
const NOTES = join(COPY, 'refusals.txt')
/** Loaded before each file of tests: what an instrumented guard calls. */
const NOTE_REFUSAL = `
import { appendFileSync } from 'node:fs'
const noted = new Set()
globalThis.noteRefusal = (guard) => {
  const line = guard + '\\t' + globalThis.__vitest_worker__.filepath + '\\n'
  if (!noted.has(line)) appendFileSync(${JSON.stringify(NOTES)}, line)
  noted.add(line)
}
`
const { count } = readNumbers({ count: { short: 100, full: Number.MAX_SAFE_INTEGER } })

interface Source {
  path: string
  text: string
  guards: Guard[]
}

interface PlacedGuard extends Guard {
  id: string
  source: Source
}

function copyProject(): void {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  for (const path of readdirSync(PROJECT_ROOT))
    if (!NOT_COPIED.includes(path)) cpSync(join(PROJECT_ROOT, path), join(COPY, path), { recursive: true })
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(COPY, 'node_modules'))
  writeFileSync(join(COPY, 'note-refusal.js'), NOTE_REFUSAL)
  const config = readFileSync(join(COPY, 'vitest.config.ts'), 'utf8')
  writeFileSync(
    join(COPY, 'vitest.config.ts'),
    config.replace("name: 'server',", "name: 'server', setupFiles: ['note-refusal.js'],"),
  )
}

function listSources(): Source[] {
  return readdirSync(join(COPY, 'src/server'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !NOT_CHECKED.test(path))
    .sort()
    .map((file) => {
      const path = join('src/server', file)
      const text = readFileSync(join(COPY, path), 'utf8')
      return { path, text, guards: findGuards(text) }
    })
    .filter(({ guards }) => guards.length > 0)
}

const write = ({ path }: Source, text: string) => writeFileSync(join(COPY, path), text)
const toId = ({ path }: Source, { line }: Guard) => `${path}:${line}`

/** Stops at the first failure. Without its guard a copy that never ends would fill the disk, so a file has at most 1 GB. */
function runTests(...paths: string[]): boolean {
  const tests = ['npx', '--no-install', 'vitest', 'run', '--project', 'server', '--bail', '1', ...paths]
  const { status } = spawnSync('sh', ['-c', 'ulimit -f 2097152; exec "$@"', 'sh', ...tests], {
    cwd: COPY,
    stdio: 'ignore',
  })
  return status === 0
}

/** The files of tests in which each guard refuses, by its id. Tests that fail with every guard would prove nothing. */
function findRefusals(sources: Source[]): Map<string, string[]> {
  for (const source of sources)
    write(
      source,
      replaceRefusals(source.text, source.guards, (refusal, guard) => {
        const id = JSON.stringify(toId(source, guard))
        const note = `globalThis.noteRefusal?.(${id})`
        return guard.isCall ? `try { ${refusal} } catch (error) { ${note}; throw error }` : `{ ${note}; ${refusal} }`
      }),
    )
  if (!runTests('src/server')) throw new Error('The server’s tests fail without any change')
  for (const source of sources) write(source, source.text)
  const refusals = new Map<string, string[]>()
  const notes = existsSync(NOTES) ? readFileSync(NOTES, 'utf8').trim().split('\n') : []
  for (const note of new Set(notes)) {
    const [id = '', file = ''] = note.split('\t')
    refusals.set(id, [...(refusals.get(id) ?? []), relative(COPY, file)])
  }
  return refusals
}

/** The nearest file first, because it is the likeliest to fail; then the others at once. */
function isMissed({ source, ...guard }: PlacedGuard, files: string[]): boolean {
  const folders = dirname(source.path).split('/')
  const countShared = (file: string) => folders.findIndex((folder, place) => file.split('/')[place] !== folder)
  const distance = (file: string) => (countShared(file) === -1 ? 0 : folders.length - countShared(file))
  const [nearest, ...others] = files.toSorted((one, other) => distance(one) - distance(other))
  write(
    source,
    replaceRefusals(source.text, [guard], () => '{}'),
  )
  const isPassing = (nearest === undefined || runTests(nearest)) && (others.length === 0 || runTests(...others))
  write(source, source.text)
  return isPassing
}

copyProject()
const sources = listSources()
const all = sources.flatMap((source) => source.guards.map((guard) => ({ ...guard, source, id: toId(source, guard) })))
const guards = count < all.length ? seededRandom(2).shuffle(all).slice(0, count) : all
const refusals = findRefusals(sources)
const missed = guards.filter((guard) => {
  const files = refusals.get(guard.id) ?? []
  const isOne = isMissed(guard, files)
  console.log(
    `  ${isOne ? `missed by ${files.length} files of tests:` : 'caught'} ${guard.id} ${guard.text.slice(0, 100)}`,
  )
  return isOne
})
rmSync(COPY, { recursive: true, force: true })
report({
  test: 'T2',
  goal: 'a test fails without each guard',
  measured: `${guards.length - missed.length} of ${guards.length} caught (${all.length} guards in all)`,
  isOk: missed.length === 0 && guards.length > 0,
})
