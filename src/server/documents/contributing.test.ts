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
