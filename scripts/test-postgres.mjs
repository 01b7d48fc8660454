// Runs a command with a temporary PostgreSQL server under TEST_DATABASE_URL:
// `node scripts/test-postgres.mjs -- npx vitest run`.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './setup/find-free-port.mjs'
import { findPostgres, getPostgresOwner } from './setup/find-postgres.mjs'

const command = process.argv.slice(process.argv.indexOf('--') + 1)
if (!process.argv.includes('--') || command.length === 0) fail('Usage: node scripts/test-postgres.mjs -- COMMAND')

const bin = findPostgres()
if (!bin)
  fail('The PostgreSQL tests need PostgreSQL: install your system\'s package, on Debian "apt-get install postgresql".')

let owner
try {
  owner = getPostgresOwner()
} catch (error) {
  fail(error.message)
}
const folder = mkdtempSync(join(tmpdir(), 'lantern-postgres-'))
if (owner) chownSync(folder, owner.uid, owner.gid)
const data = join(folder, 'data')
const port = await findFreePort()

run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c max_connections=200`
run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'])

let stopped = false
function stop() {
  if (stopped) return
  stopped = true
  run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  rmSync(folder, { recursive: true, force: true })
}
process.on('exit', stop)

const child = spawn(command[0], command.slice(1), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
child.on('error', (error) => fail(error.message))

function run(program, args) {
  execFileSync(join(bin, program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...owner })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
