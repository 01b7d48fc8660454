import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceBuild } from '../../scripts/replace-build.mjs'
import { PROJECT_ROOT } from './platform/project-root.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-builds-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const dist = () => join(folder, 'dist')

function build(files: Record<string, string>, release = folder) {
  const newBuild = join(release, 'dist.new')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(newBuild, name)), { recursive: true })
    writeFileSync(join(newBuild, name), text)
  }
  replaceBuild(join(release, 'dist'), newBuild)
}

const read = (name: string) => readFileSync(join(dist(), name), 'utf8')
const has = (name: string) => existsSync(join(dist(), name))

test('a build keeps the chunks of the one before, which its processes still load, and no older ones', () => {
  build({ 'client/index.html': '1', 'client/assets/a-1.js': 'a1', 'pages/assets/b-1.js': 'b1', 'server/old.js': '1' })
  build({ 'client/index.html': '2', 'client/assets/a-2.js': 'a2', 'pages/assets/b-1.js': 'b1' })
  expect([read('client/index.html'), read('client/assets/a-2.js'), read('client/assets/a-1.js')]).toEqual([
    '2',
    'a2',
    'a1',
  ])
  expect(has('server/old.js')).toBe(false)

  build({ 'client/index.html': '3', 'client/assets/a-3.js': 'a3' })
  expect([has('client/assets/a-1.js'), has('client/assets/a-2.js'), has('pages/assets/b-1.js')]).toEqual([
    false,
    true,
    true,
  ])
  expect([existsSync(join(folder, 'dist.new')), existsSync(join(folder, 'dist.old'))]).toEqual([false, false])
})

test('a build goes on after one that was interrupted between its two renames', () => {
  build({ 'client/index.html': '1' })
  mkdirSync(join(folder, 'dist.old/client'), { recursive: true })
  build({ 'client/index.html': '2' })
  expect(read('client/index.html')).toBe('2')
  expect(existsSync(join(folder, 'dist.old'))).toBe(false)
})

test('the steps of an upgrade leave each release with the scripts of the other', () => {
  const [current, next] = [join(folder, 'current'), join(folder, 'releases/2')]
  build({ 'client/assets/a-1.js': 'a1', 'client/assets/b-1.js': 'b1' }, current)
  mkdirSync(next, { recursive: true })
  const text = readFileSync(join(PROJECT_ROOT, 'docs/operations.md'), 'utf8')
  const [, steps = ''] = /^- systemd: build[^]*?```sh\n([^]*?)```/m.exec(text) ?? []
  for (const step of steps.match(/npm run build|cp -r.*/g) ?? []) {
    if (step === 'npm run build') build({ 'client/assets/a-2.js': 'a2', 'client/assets/b-1.js': 'b1' }, next)
    else execFileSync('sh', ['-c', step.replaceAll('/opt/learn-lantern', folder)], { cwd: next })
  }
  for (const release of [current, next])
    expect(readdirSync(join(release, 'dist/client/assets')).toSorted()).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
})
