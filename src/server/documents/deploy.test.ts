import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { type Call, CALLS } from '#contract/calls.ts'
import { BODY_LIMIT_BYTES } from '../create-fastify.ts'
import { readEnv, SETTING_NAMES } from '../env.ts'
import { PROJECT_ROOT } from '../platform/project-root.ts'
import { findFreePort } from '../testing/network/find-free-port.ts'
import { findProgram, startProxy } from '../testing/network/proxies.ts'
import { ProxyClient } from '../testing/network/proxy-client.ts'

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
    // It warns on stderr and ends with 0.
    const { stdout, stderr } = spawnSync(analyze ?? '', ['verify', unit], { encoding: 'utf8' })
    const warnings = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
    expect(warnings.filter((line) => !line.includes('/usr/bin/node is not executable'))).toEqual([])
  })

  test('has a unit that sets only settings that exist and runs an existing script', () => {
    const unit = read('deploy/learn-lantern@.service')
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=', 1)[0] ?? ''),
    )
    expect(names.filter((name) => name !== 'NODE_ENV' && !SETTING_NAMES.includes(name))).toEqual([])
    // A PORT in the settings' file would win over one in Environment=.
    const [, script = ''] = /^ExecStart=\/usr\/bin\/env PORT=%i \/usr\/bin\/node (\S+)$/m.exec(unit) ?? []
    expect(existsSync(join(PROJECT_ROOT, script))).toBe(true)
  })

  test('has a unit and a container that wait for the longest DRAIN_SECONDS, and starts without a limit', () => {
    const unit = read('deploy/learn-lantern@.service')
    const longest = 300
    expect(() => readEnv({ DRAIN_SECONDS: String(longest + 1) })).toThrow(`from 0 to ${longest}`)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest + 10)
    const [, grace] = /^ {2}app:[^]*?stop_grace_period: (\d+)s/m.exec(read('compose.yaml')) ?? []
    expect(Number(grace)).toBeGreaterThan(longest + 10)
    expect(/^\[Unit\]$[^[]*/m.exec(unit)?.[0]).toMatch(/^StartLimitIntervalSec=0$/m)
  })

  test('has a command that runs each program with the settings and the rights of the unit', () => {
    const unit = read('deploy/learn-lantern@.service')
    const command = read('deploy/learn-lantern-command')
    execFileSync('sh', ['-n', join(PROJECT_ROOT, 'deploy/learn-lantern-command')])
    expect(statSync(join(PROJECT_ROOT, 'deploy/learn-lantern-command')).mode & 0o111).not.toBe(0)
    for (const name of ['User', 'Group', 'WorkingDirectory', 'Environment', 'EnvironmentFile', 'UMask', 'KillMode']) {
      const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(unit) ?? []
      expect([name, command]).toEqual([name, expect.stringMatching(new RegExp(`${name}=['"]?${value}`))])
    }
    const scripts = [...command.matchAll(/scripts\/[\w-]+\.mjs/g)].map(([path]) => path)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
  })

  test('has proxies whose idle connections end before a draining process closes them', () => {
    const seconds = [
      /keepalive_timeout (\d+)s;/.exec(read('deploy/nginx.conf')),
      /keepalive (\d+)s/.exec(read('deploy/Caddyfile')),
    ]
    for (const found of seconds) expect(Number(found?.[1])).toBeLessThan(5)
  })

  test('has a proxy that repeats only calls that read', () => {
    const [, pattern = ''] = /location ~ \^(\S+) \{[^}]*non_idempotent;/.exec(read('deploy/nginx.conf')) ?? []
    const repeated = (Object.entries(CALLS) as [string, Call][]).filter(([name]) =>
      new RegExp(`^${pattern}`).test(`/api/${name}`),
    )
    expect(repeated.length).toBeGreaterThan(50)
    expect(repeated.filter(([, { invalidates }]) => invalidates).map(([name]) => name)).toEqual([])
    expect(repeated.filter(([, { hasLargeBody, isMultipart }]) => hasLargeBody ?? isMultipart)).toEqual([])
    const reads = (Object.entries(CALLS) as [string, Call][]).filter(
      ([, { method, tags }]) => method === 'POST' && tags,
    )
    expect(reads.filter((one) => !repeated.some(([name]) => name === one[0])).map(([name]) => name)).toEqual([])
  })

  const nginx = findProgram('nginx')
  test.skipIf(!nginx)(
    `has a proxy that asks the other process when one leaves a read without an answer, and buffers no large one${nginx ? '' : ' (needs nginx)'}`,
    async () => {
      const folder = mkdtempSync(join(inject('runFolder'), 'test-'))
      const received: string[] = []
      const dying = createServer((request) => {
        request.resume().on('end', () => {
          received.push(`dying ${request.url}`)
          request.socket.resetAndDestroy()
        })
      })
      const answering = createServer((request, response) => {
        received.push(`answering ${request.url}`)
        request.pipe(response)
      })
      for (const server of [dying, answering]) await once(server.listen(0, '127.0.0.1'), 'listening')
      const [dyingPort, answeringPort] = [dying, answering].map((server) => (server.address() as AddressInfo).port)
      const port = await findFreePort()
      const upstreamPorts = [Number(dyingPort), Number(answeringPort)] as const
      const proxy = await startProxy('nginx', { folder, port, upstreamPorts })
      const client = new ProxyClient({ port, ca: proxy.ca })
      const countAnswers = async (name: string) => {
        received.length = 0
        const answers = [await client.call(name, { page: 1 }), await client.call(name, { page: 1 })]
        return { statuses: answers.map(({ status }) => status).toSorted(), received: received.length }
      }
      try {
        expect(await countAnswers('getCourses')).toEqual({ statuses: [200, 200], received: 3 })
        expect(await countAnswers('addCourse')).toEqual({ statuses: [200, 502], received: 2 })
        // What is buffered lies on the proxy's disk.
        const sendText = async (bytes: number) => (await client.call('getUsers', 'x'.repeat(bytes - 2))).status
        expect([await sendText(BODY_LIMIT_BYTES), await sendText(BODY_LIMIT_BYTES + 1)]).toEqual([200, 413])
      } finally {
        client.close()
        await proxy.stop()
        for (const server of [dying, answering]) server.close()
      }
    },
  )

  test('has a script for rolling restarts that a shell takes', () => {
    const script = join(PROJECT_ROOT, 'deploy/rolling-restart.sh')
    execFileSync('sh', ['-n', script])
    expect(statSync(script).mode & 0o111).not.toBe(0)
  })

  test('restarts nothing where curl is missing, without which it could not ask whether a process is ready', () => {
    const script = join(PROJECT_ROOT, 'deploy/rolling-restart.sh')
    const { status, stderr } = spawnSync('/bin/sh', [script, '3000'], { env: { PATH: '/nowhere' }, encoding: 'utf8' })
    expect([status, stderr]).toEqual([2, `${script} needs curl\n`])
  })

  const curl = findProgram('curl')
  const needsCurl = curl ? '' : ' (needs curl)'

  /** @param systemctl a shell script in its place: this machine's must not be asked */
  async function restartInTurn(ports: number[], systemctl: string, readyWithin: number) {
    const folder = mkdtempSync(join(inject('runFolder'), 'test-'))
    writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\n${systemctl}\n`, { mode: 0o755 })
    const child = spawn('sh', [join(PROJECT_ROOT, 'deploy/rolling-restart.sh'), ...ports.map(String)], {
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, READY_WITHIN: String(readyWithin) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
    const tooLong = setTimeout(() => child.kill('SIGKILL'), 30_000)
    const [code] = (await once(child, 'close')) as [number | null]
    clearTimeout(tooLong)
    return { code, output }
  }

  async function listen(server: Server, port = 0): Promise<number> {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }

  test.skipIf(!curl)(`stops a rolling restart at a process that hangs${needsCurl}`, async () => {
    const hanging = createServer(() => {})
    const port = await listen(hanging)
    const { code, output } = await restartInTurn([port, 1], 'echo 0', 1)
    hanging.close()
    hanging.closeAllConnections()
    expect([code, output]).toEqual([1, expect.stringContaining(`learn-lantern@${port} does not become ready`)])
  })

  test.skipIf(!curl)(`restarts each process once the one before is ready${needsCurl}`, async () => {
    const events: string[] = []
    /** Refuses connections for a while after a restart, and then says for a while that it is not ready. */
    const startProcess = async () => {
      let isReady = true
      const server = createServer((request, response) => {
        response.writeHead(request.url === '/readyz' && isReady ? 200 : 503).end()
      })
      const port = await listen(server)
      const restart = async () => {
        isReady = false
        server.close()
        server.closeAllConnections()
        await sleep(300)
        await listen(server, port)
        await sleep(300)
        events.push(`${port} is ready`)
        isReady = true
      }
      return { server, port, restart }
    }
    const processes = [await startProcess(), await startProcess(), await startProcess()]
    const systemd = createServer((request, response) => {
      const [, unit] = /^\/restart\/learn-lantern@(\d+)$/.exec(request.url ?? '') ?? []
      const one = processes.find(({ port }) => String(port) === unit)
      if (one) {
        events.push(`${one.port} restarts`)
        void one.restart()
      }
      response.end(one ? '' : '0')
    })
    const systemctl = `for unit; do :; done; exec curl -fsS "http://127.0.0.1:${await listen(systemd)}/$1/$unit"`
    const ports = processes.map(({ port }) => port)
    const { code, output } = await restartInTurn(ports, systemctl, 30)
    for (const { server } of [...processes, { server: systemd }]) server.close()
    expect([code, output]).toEqual([0, ports.map((port) => `learn-lantern@${port} is ready\n`).join('')])
    expect(events).toEqual(ports.flatMap((port) => [`${port} restarts`, `${port} is ready`]))
  })
})
