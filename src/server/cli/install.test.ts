import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

/** With a lockfile that is newer than its packages. */
function createFolder(prefix: string, { hasSources }: { hasSources: boolean }): string {
  const folder = mkdtempSync(join(inject('runFolder'), prefix))
  cpSync(join(PROJECT_ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true })
  if (hasSources) mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules'))
  const installed = join(folder, 'node_modules/.package-lock.json')
  writeFileSync(installed, '{}')
  utimesSync(installed, 1, 1)
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  return folder
}

/** Where there is no npm. */
function install(setting: { hasSources: boolean }) {
  const folder = createFolder('install-', setting)
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

test.each(['start', 'admin', 'doctor', 'test', 'test-e2e', 'test-nodes', 'screenshots'])(
  'scripts/%s.mjs works in a folder with a space and a letter outside ASCII',
  (name) => {
    const folder = createFolder('Grüne Wiese ', { hasSources: true })
    const options = { env: { ...process.env, PATH: folder }, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, `scripts/${name}.mjs`)], options)
    expect(stdout + stderr).toContain('Installing packages …')
  },
)
