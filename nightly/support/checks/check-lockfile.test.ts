import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../../src/server/platform/project-root.ts'
import { findLockfileProblems, type LockedPackage, type Lockfile } from './check-lockfile.ts'

const readJson = (file: string) => JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8')) as unknown

const GOOD: LockedPackage = {
  resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
  integrity: 'sha512-x',
  license: 'MIT',
}
const check = (changes: Partial<LockedPackage>) =>
  findLockfileProblems({ packages: { '': {}, 'node_modules/a': { ...GOOD, ...changes } } })

describe('the lockfile', () => {
  test('has integrity, an allowed licence and no install script for every package', () => {
    expect(findLockfileProblems(readJson('package-lock.json') as Lockfile)).toEqual([])
  })

  test('has an exact version of every package that package.json names', () => {
    const { dependencies, devDependencies } = readJson('package.json') as Record<string, Record<string, string>>
    const versions = Object.entries({ ...dependencies, ...devDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})

describe('findLockfileProblems', () => {
  test.each([
    ['a package without integrity', { integrity: '' }, 'a has no integrity'],
    ['a weak hash', { integrity: 'sha1-x' }, 'a has no integrity'],
    ['another registry', { resolved: 'https://evil.example/a.tgz' }, 'a comes from https://evil.example/a.tgz'],
    ['a package from git', { resolved: 'git+ssh://git@host/a.git' }, 'a comes from git+ssh://git@host/a.git'],
    ['an install script', { hasInstallScript: true }, 'a runs a script when it is installed'],
    ['a strong copyleft licence', { license: 'AGPL-3.0-only' }, 'a has the licence AGPL-3.0-only'],
    [
      'one of two licences that both count',
      { license: 'MIT AND GPL-3.0-only' },
      'a has the licence MIT AND GPL-3.0-only',
    ],
  ])('names %s', (_title, changes, problem) => {
    expect(check(changes)).toEqual([problem])
  })

  test.each(['MIT', '(MPL-2.0 OR GPL-3.0-only)', 'Apache-2.0 AND MIT'])('allows %s', (license) => {
    expect(check({ license })).toEqual([])
  })

  test.each([
    ['MPL-2.0', ['a has the licence MPL-2.0 and is in a bundle']],
    ['(MPL-2.0 OR Apache-2.0)', []],
  ])('with the licence %s in a bundle returns %j', (license, problems) => {
    const packages = { '': {}, 'node_modules/a': { ...GOOD, license } }
    expect(findLockfileProblems({ packages }, new Set(['node_modules/a']))).toEqual(problems)
    expect(findLockfileProblems({ packages })).toEqual([])
  })

  test('takes a bundled package with the one it is in', () => {
    expect(check({ inBundle: true, integrity: '', resolved: '' })).toEqual([])
  })
})
