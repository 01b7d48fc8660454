import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../platform/project-root.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')
const toLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The code blocks of CONTRIBUTING.md that name a file in their first line. */
const EXAMPLES = [...read('CONTRIBUTING.md').matchAll(/```tsx?\n\s*\/\/ (\S+)\n([\s\S]*?)```/g)].map(
  ([, file = '', code = '']) => ({ file, code }),
)

test('the version is none that was released while the changelog has later entries, and the lockfile has the same', () => {
  const changelog = read('CHANGELOG.md')
  const [, later = ''] = /^## Unreleased$([^]*?)^## /m.exec(changelog) ?? []
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lockfile = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } }
  expect(later.trim() !== '' && released.includes(version)).toBe(false)
  expect([lockfile.version, lockfile.packages[''].version]).toEqual([version, version])
})

describe('the examples of CONTRIBUTING.md', () => {
  test('cover the places that a new call and a new screen touch', () => {
    expect(EXAMPLES.map(({ file }) => file)).toEqual([
      'src/contract/calls.ts',
      'src/contract/schemas/notifications.ts',
      'src/server/features/notifications/read-notifications.ts',
      'src/server/handlers/handlers.ts',
      'src/web/app/public-routes.tsx',
    ])
  })

  test.each(EXAMPLES)('match $file', ({ file, code }) => {
    expect(`\n${toLines(read(file)).join('\n')}\n`).toContain(`\n${toLines(code).join('\n')}\n`)
  })
})
