import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findFreePort } from './find-free-port.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

export const PROXY_NAMES = ['nginx', 'caddy'] as const
export type ProxyName = (typeof PROXY_NAMES)[number]

/** The host name in the examples of deploy/. */
export const EXAMPLE_HOST = 'learn.example.org'

export function findProgram(name: string): string | undefined {
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

interface ProxyOptions {
  /** For its files. */
  folder: string
  /** Where it listens with TLS. */
  port: number
  upstreamPorts: readonly [number, number]
}

export interface RunningProxy {
  /** The certificate that it serves. */
  ca: Buffer
  /** Where nginx listens without TLS. */
  plainPort: number
  /** Where a certificate's program writes what proves the name. */
  webroot: string
  stop(): Promise<void>
}

/** Runs the example of deploy/ with other ports and a certificate of its own. */
export async function startProxy(name: ProxyName, options: ProxyOptions): Promise<RunningProxy> {
  mkdirSync(options.folder, { recursive: true })
  const certificate = createCertificate(options.folder)
  const file = join(options.folder, `${name}.conf`)
  const plain = { plainPort: await findFreePort(), webroot: join(options.folder, 'webroot') }
  const site = { ...options, ...certificate, ...plain }
  writeFileSync(file, name === 'nginx' ? writeNginx(site) : writeCaddy(site))
  const args =
    name === 'nginx'
      ? ['-p', options.folder, '-c', file, '-e', join(options.folder, 'error.log')]
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const child = spawn(findProgram(name) ?? name, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: options.folder },
  })
  let output = ''
  child.stderr.on('data', (data) => (output += String(data)))
  await waitUntilListening(options.port, child, () => output)
  return {
    ca: readFileSync(certificate.cert),
    ...plain,
    async stop() {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

interface Certificate {
  cert: string
  key: string
}

function createCertificate(folder: string): Certificate {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', `/CN=${EXAMPLE_HOST}`, '-addext', `subjectAltName=DNS:${EXAMPLE_HOST}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, key }
}

type Site = ProxyOptions & Certificate & Pick<RunningProxy, 'plainPort' | 'webroot'>

function writeNginx({ port, upstreamPorts, folder, plainPort, webroot, cert, key }: Site): string {
  const [first, second] = upstreamPorts
  const site = readFileSync(join(PROJECT_ROOT, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('root /var/www/html;', `root ${webroot};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate +\S+;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; ${user} pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
    worker_processes 1; events { worker_connections 4096; }
    http { access_log off; ${temporary.join(' ')}\n${site}\n}`
}

function writeCaddy({ port, upstreamPorts, cert, key }: Site): string {
  const [first, second] = upstreamPorts
  const site = readFileSync(join(PROJECT_ROOT, 'deploy/Caddyfile'), 'utf8')
    .replace(/^learn\.example\.org \{/m, `https://${EXAMPLE_HOST}:${port} {\n\ttls ${cert} ${key}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`)
  return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`
}

async function waitUntilListening(port: number, child: ChildProcess, getOutput: () => string): Promise<void> {
  const { connect } = await import('node:net')
  const deadline = Date.now() + 30_000
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
      socket.on('error', () => resolve(false))
    })
    if (isOpen) return
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The proxy does not run: ${getOutput()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
