import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** They work on the site whose settings are in .env. */
const SITE_PROGRAMS = /^node scripts\/(start|dev|doctor|admin)\.mjs\b/
const commands = Object.keys(scripts).filter((name) => SITE_PROGRAMS.test(scripts[name] ?? ''))

function readSetting(command: string, line = 'BACKUP_TO=/from/the/file'): string {
  const folder = mkdtempSync(join(inject('runFolder'), 'env-file-'))
  writeFileSync(join(folder, '.env'), `${line}\n`)
  const program = `import { loadEnvFile } from ${JSON.stringify(join(PROJECT_ROOT, 'scripts/load-env-file.mjs'))}
    loadEnvFile()
    process.stdout.write(process.env.BACKUP_TO ?? 'nothing')`
  const { BACKUP_TO: _, ...env } = process.env
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, npm_lifecycle_event: command },
  })
}

test('finds the commands that read .env', () => {
  expect(commands).toEqual(expect.arrayContaining(['start', 'admin', 'backup', 'restore', 'verify-backup']))
})

test.each(commands)('npm run %s reads the settings of .env', (command) => {
  expect(readSetting(command)).toBe('/from/the/file')
})

test('single quotes keep what Docker Compose and comments would change', () => {
  expect(readSetting('start', `BACKUP_TO='/a$b#c'`)).toBe('/a$b#c')
})

test('`npm run test:unit` does not read .env', () => {
  expect(readSetting('test:unit')).toBe('nothing')
})
