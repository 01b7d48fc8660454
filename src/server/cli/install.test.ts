import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

/** In a folder whose lockfile is newer than its packages, where there is no npm. */
function install({ hasSources }: { hasSources: boolean }) {
  const folder = mkdtempSync(join(inject('runFolder'), 'install-'))
  cpSync(join(PROJECT_ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true })
  if (hasSources) mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules'))
  const installed = join(folder, 'node_modules/.package-lock.json')
  writeFileSync(installed, '{}')
  utimesSync(installed, 1, 1)
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  const program = `import { installIfMissing } from ${JSON.stringify(join(folder, 'scripts/setup/install.mjs'))}
    await installIfMissing()`
  const options = { env: { ...process.env, PATH: folder }, encoding: 'utf8' } as const
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], options)
  return { status, stdout }
}

test('a start installs the packages of a lockfile that has changed', () => {
  expect(install({ hasSources: true })).toEqual({ status: 1, stdout: 'Installing packages …\n' })
})

test('a start in a container image, which has no sources, installs nothing', () => {
  expect(install({ hasSources: false })).toEqual({ status: 0, stdout: '' })
})
