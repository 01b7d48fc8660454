import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../env.ts'
import { PROJECT_ROOT } from '../platform/project-root.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')
const COVERAGE = readdirSync(join(PROJECT_ROOT, 'docs'))
  .filter((file) => file.endsWith('-coverage.md'))
  .map((file) => `docs/${file}`)
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'docs/backups.md',
  'SECURITY.md',
  'docs/learning.md',
  'docs/operations.md',
  'docs/payments.md',
  'docs/reliability.md',
  'docs/scale.md',
  ...COVERAGE,
  ...readdirSync(join(PROJECT_ROOT, 'docs/decisions')).map((file) => `docs/decisions/${file}`),
]

test.each(DOCUMENTS)('%s names only existing commands', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(file).matchAll(/\bnpm (?:run )?([a-z][\w-]*(?::[\w-]+)*)/g)].map(([, name]) => name ?? '')
  const ours = named.filter((name) => !['ci', 'install', 'version'].includes(name))
  expect(ours.filter((name) => !(name in scripts))).toEqual([])
})

/** As GitHub makes them. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')

test.each(DOCUMENTS)('%s links only to existing files and headings', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
  const missing = links.filter(([, path = '', anchor]) => {
    const linked = join(file, path && '..', path)
    if (!existsSync(join(PROJECT_ROOT, linked))) return true
    if (anchor === undefined) return false
    return ![...read(linked).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => toAnchor(heading) === anchor)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

test('docs/decisions/README.md lists each decision once, with its number and title', () => {
  const files = readdirSync(join(PROJECT_ROOT, 'docs/decisions')).filter((file) => /^\d/.test(file))
  const titles = files.map((file) => `- [${/^# (.*)$/m.exec(read(`docs/decisions/${file}`))?.[1]}](${file})`)
  const listed = [...read('docs/decisions/README.md').matchAll(/^- .*$/gm)].map(([line]) => line)
  expect(listed.toSorted()).toEqual(titles.toSorted())
})

test('ARCHITECTURE.md shows the real tree', () => {
  const tree = /```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md'))?.[1] ?? ''
  const rows = tree
    .trim()
    .split('\n')
    .map((line) => /^(\S+)\/\s+(.*)$/.exec(line))
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) {
    const [, folder = '', contents = ''] = row ?? []
    expect(existsSync(join(PROJECT_ROOT, folder)), folder).toBe(true)
    const named = [...contents.matchAll(/([\w-]+\.\w+|[\w-]+\/)/g)].map(([name]) => name)
    for (const name of named) {
      const paths = [join(PROJECT_ROOT, folder, name), join(PROJECT_ROOT, folder, name.replace(/\/$/, ''))]
      expect(
        paths.some((path) => existsSync(path)),
        `${folder}/${name}`,
      ).toBe(true)
    }
  }
})

test('the README lists every setting', () => {
  const table = [...read('README.md').matchAll(/^\| `([A-Z\d_]+)`(?:, `([A-Z\d_]+)`)?\s*\|/gm)].flatMap(
    ([, ...names]) => names.filter(Boolean),
  )
  expect(table.sort()).toEqual(SETTING_NAMES.toSorted())
})

describe.each(COVERAGE)('%s', (file) => {
  const lines = read(file).split('\n')
  const rows = lines
    .filter((line, n) => /^\| [^-]/.test(line) && !lines[n + 1]?.startsWith('| ---'))
    .map((line) => line.split(/(?<!\\)\|/).slice(1))

  test.each(rows)('names existing code and tests: %s', (_, code = '', tests = '') => {
    const named = (cell: string) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) =>
        /^(web|server|contract)\//.test(path) ? `src/${path}` : path,
      )
    const paths = [...named(code), ...named(tests)]
    expect(paths.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
    expect([named(code).length > 0, named(tests).length > 0]).toEqual([true, true])
    expect(
      named(tests).filter((path) => !/\.(test|spec)\.tsx?$|^(nightly\/[\w-]+|bench)\/[\w-]+\.ts$/.test(path)),
    ).toEqual([])
  })
})

test('docs/spec-coverage.md has more than 100 rows', () => {
  expect(read('docs/spec-coverage.md').match(/^\| [^-]/gm)?.length).toBeGreaterThan(100)
})

test('docs/operations.md names only real settings', () => {
  const text = read('docs/operations.md')
  const OTHERS = ['POSTGRES_PASSWORD', 'PASSWORD', 'NAME']
  const names = [...text.matchAll(/`([A-Z][A-Z_]{3,})`|\b([A-Z][A-Z_]{3,})=/g)].map(
    ([, name, set]) => name ?? set ?? '',
  )
  expect(names.filter((name) => !SETTING_NAMES.includes(name) && !OTHERS.includes(name))).toEqual([])
})

test('docs/payments.md names only real settings and lists every event that is handled', () => {
  const text = read('docs/payments.md')
  const settings = [...text.matchAll(/`([A-Z][A-Z_]{5,})\b/g)].map(([, name]) => name)
  expect(settings.filter((name) => !SETTING_NAMES.includes(name as (typeof SETTING_NAMES)[number]))).toEqual([])
  const handled = [...read('src/server/features/payments/stripe/stripe-events.ts').matchAll(/case '([\w.]+)'/g)].map(
    ([, type]) => type,
  )
  const listed = [...text.matchAll(/^ +- `([\w.]+)`$/gm)].map(([, type]) => type)
  expect(listed.toSorted()).toEqual(handled.toSorted())
})

describe('docs/reliability.md', () => {
  const rows = read('docs/reliability.md')
    .split('\n')
    .filter((line) => /^\| T\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const scripts = readdirSync(join(PROJECT_ROOT, 'nightly'), { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /^(?!support\/)[\w-]+\/([\w-]+)\.ts$/.exec(file)?.[1] ?? [],
  )

  test('has a row for each test of the programme', () => {
    expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 30 }, (_, n) => `T${n + 1}`))
  })

  test('names existing scripts and tests, and no row has a figure without a command', () => {
    for (const [, id, , , command = '', figure, verdict] of rows) {
      const named = [...command.matchAll(/npm run nightly -- ([\w-]+)/g)].map(([, name]) => name)
      expect([id, named.filter((name) => !scripts.includes(name ?? ''))]).toEqual([id, []])
      const tests = [...command.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path)
      expect([id, tests.filter((path) => !existsSync(join(PROJECT_ROOT, path ?? '')))]).toEqual([id, []])
      expect([id, verdict]).toEqual([id, expect.stringMatching(/^(ok|part|short|open)\b/)])
      if (verdict !== 'open') expect([id, command !== '–', figure !== '–']).toEqual([id, true, true])
    }
  })

  test('names existing tests and scripts for each point about several processes', () => {
    const points = [...read('docs/reliability.md').matchAll(/^\| (P\d+) .*$/gm)]
    expect(points.map(([, id]) => id)).toEqual(Array.from({ length: 14 }, (_, n) => `P${n + 1}`))
    for (const [row] of points) {
      const tests = [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '')
      const named = [...row.matchAll(/npm run nightly -- ([\w-]+)/g)].map(([, name]) => name ?? '')
      const commands = [...row.matchAll(/`npm run (?:nightly|bench) -- [^`]+`/g)]
      expect(tests.length + commands.length).toBeGreaterThan(0)
      expect(tests.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
      expect(named.filter((name) => !scripts.includes(name))).toEqual([])
    }
  })

  test('lists every nightly script', () => {
    const commands = rows.map(([, , , , command]) => command).join(' ')
    expect(scripts.filter((name) => !commands.includes(`npm run nightly -- ${name}\``))).toEqual([])
  })
})
