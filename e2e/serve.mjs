// Starts the built product once for each of E2E_SERVERS (settings, as JSON), side by side. Answers on READY_PORT when all of
// them are ready, and deletes their data folders when they have ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '../scripts/build.mjs'

const servers = JSON.parse(process.env.E2E_SERVERS)
await buildIfStale()
const children = servers.map((settings) =>
  spawn(process.execPath, ['scripts/start.mjs'], { env: { ...process.env, ...settings }, stdio: 'inherit' }),
)
const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, stop)

const ended = children.map((child) => once(child, 'exit'))
const ready = createServer((_request, response) => response.end())
const isReady = ({ PORT }) =>
  fetch(`http://localhost:${PORT}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
const waitUntilReady = async () => {
  while (!(await Promise.all(servers.map(isReady))).every(Boolean)) await sleep(100)
  ready.listen(Number(process.env.READY_PORT))
}
void waitUntilReady()
// One does not serve without the other.
await Promise.race(ended)
stop()
await Promise.all(ended)
for (const { DATA_DIR } of servers) rmSync(DATA_DIR, { recursive: true, force: true })
process.exit()
