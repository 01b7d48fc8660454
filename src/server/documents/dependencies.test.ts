import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../platform/project-root.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

interface Package {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides: Record<string, string>
}

const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json')) as Package

test('decision 64 gives a reason for each dependency, and names no other', () => {
  const rows = read('docs/decisions/0064-each-dependency.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const direct = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'))
  expect(named.toSorted()).toEqual(direct.toSorted())
})

test('every version in package.json is exact', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...overrides })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})
