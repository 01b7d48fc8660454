import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../env.ts'
import { PROJECT_ROOT } from '../platform/project-root.ts'
import { findProgram } from '../testing/network/proxies.ts'

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')

describe('the Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((text) => text.replaceAll('\\\n', '').split('\n'))
  const last = stages.at(-1) ?? []
  const find = (stage: string[], instruction: string) =>
    stage.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))

  test('runs one process without rights, on a release line of Node that CI tests, and says whether it lives', () => {
    const [version = ''] = /(?<=^ARG NODE_VERSION=)\d+/m.exec(read('Dockerfile')) ?? []
    expect(read('.github/workflows/ci.yml')).toMatch(new RegExp(`node: \\[.*'${version}'`))
    expect(find(last, 'USER')).toEqual(['node'])
    expect(find(last, 'CMD')).toEqual(['["node", "scripts/start.mjs"]'])
    expect(find(last, 'HEALTHCHECK')[0]).toContain('/healthz')
    // What follows USER writes nothing into the image.
    expect(last.slice(last.indexOf('USER node') + 1).filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([])
  })

  test('copies only what exists or an earlier stage has made, and no development packages', () => {
    const copies = stages.flatMap((stage) => find(stage, 'COPY'))
    const fromContext = copies
      .filter((copy) => !copy.startsWith('--from='))
      .flatMap((copy) => copy.split(' ').slice(0, -1))
    for (const path of fromContext) expect(existsSync(join(PROJECT_ROOT, path)), path).toBe(true)
    expect(find(last, 'COPY')).toContain('--from=packages /app/node_modules node_modules')
    const installs = stages.flatMap((stage) => find(stage, 'RUN')).filter((run) => run.startsWith('npm ci'))
    expect(installs.every((run) => run.includes('--ignore-scripts'))).toBe(true)
    expect(installs.at(-1)).toContain('--omit=dev')
  })

  test('is built from named folders only, so that settings and data stay outside', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(rules[0]).toBe('*')
    const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
    expect(allowed.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
    expect(allowed.filter((path) => /env|data|\.git|node_modules|dist/.test(path))).toEqual([])
    // What the build reads outside of the folders.
    const configs = ['server', 'web', 'contract'].map((part) => read(`src/${part}/tsconfig.json`))
    for (const config of configs) expect(allowed).toContain(/"extends": "(?:\.\.\/)+(.*)"/.exec(config)?.[1])
  })
})

test('compose.yaml sets only settings that exist, and keeps every password out of the file', () => {
  const app = /^ {2}app:\n([^]*?)^ {2}database:/m.exec(read('compose.yaml'))?.[1] ?? ''
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(app)?.[1] ?? ''
  const names = [...environment.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
  expect(names.filter((name) => name !== 'NODE_ENV' && !SETTING_NAMES.includes(name))).toEqual([])
  expect(names).toContain('DATABASE_URL')
  expect(read('compose.yaml')).not.toMatch(/PASSWORD: (?!\$\{POSTGRES_PASSWORD:\?)/)
  expect(app).toMatch(/read_only: true[^]*cap_drop: \[ALL\]/)
})

describe('deploy/', () => {
  const analyze = findProgram('systemd-analyze')
  const reason = analyze ? '' : ' (skipped: needs systemd-analyze)'

  test.skipIf(!analyze)(`has a unit that systemd takes without a warning${reason}`, () => {
    const unit = join(PROJECT_ROOT, 'deploy/learn-lantern@.service')
    const output = execFileSync(analyze ?? '', ['verify', unit], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(output).toBe('')
  })

  test('has a unit that sets only settings that exist and runs an existing script', () => {
    const unit = read('deploy/learn-lantern@.service')
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=', 1)[0] ?? ''),
    )
    expect(names.filter((name) => name !== 'NODE_ENV' && !SETTING_NAMES.includes(name))).toEqual([])
    const [, script = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ?? []
    expect(existsSync(join(PROJECT_ROOT, script))).toBe(true)
  })

  test('has proxies whose idle connections end before a draining process closes them', () => {
    const seconds = [
      /keepalive_timeout (\d+)s;/.exec(read('deploy/nginx.conf')),
      /keepalive (\d+)s/.exec(read('deploy/Caddyfile')),
    ]
    for (const found of seconds) expect(Number(found?.[1])).toBeLessThan(5)
  })

  test('has a script for rolling restarts that a shell takes', () => {
    const script = join(PROJECT_ROOT, 'deploy/rolling-restart.sh')
    execFileSync('sh', ['-n', script])
    expect(statSync(script).mode & 0o111).not.toBe(0)
  })
})
