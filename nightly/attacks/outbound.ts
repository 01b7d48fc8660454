// T26: no connection leaves the server while every field of the contract that can hold an address has one of a listener.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AddressWriter } from '../support/outbound/address-writer.ts'
import { readAddressFields } from '../support/outbound/address-fields.ts'
import { fillAsStudent } from '../support/outbound/fill-as-student.ts'
import { fillContent } from '../support/outbound/fill-as-admin.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'
import { report, reportSkipped } from '../support/report.ts'
import type { Campus } from '../support/users/campus.ts'
import { Client } from '../support/users/client.ts'
import { withProduct } from '../support/with-product.ts'

const SETTLE_MS = 3_000
const SINKHOLE = 'https://sinkhole.example'
const CONTROL = '/control'
const PAGES = [
  '/',
  '/student/allcourses',
  '/student/blog',
  '/paths',
  '/feed.xml',
  '/atom.xml',
  '/courses.xml',
  '/sitemap.xml',
]
const ADMIN_PAGES = ['users', 'courses', 'blogs', 'reviews', 'orders', 'submissions', 'certificates', 'audit', 'system']
const tracePath = join(tmpdir(), `lantern-outbound-${process.pid}`)
const wrapper = ['strace', '--seccomp-bpf', '-f', '-o', tracePath, '-e', 'trace=connect,sendto']

const problem = await findTraceProblem()
if (problem !== undefined) reportSkipped('T26', problem)
else await run()

async function run(): Promise<void> {
  const requests: string[] = []
  const listener = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // One by address, which would reach the listener, and one by name, which would be looked up.
  const origins = [`http://127.0.0.1:${(listener.address() as AddressInfo).port}`, SINKHOLE]
  const seen = origins.map(canSeeConnection)
  const writers: AddressWriter[] = []
  let ownPort = ''
  await withProduct(
    async ({ product: { url }, campus }) => {
      ownPort = new URL(url).port
      const fields = await readAddressFields(url)
      for (const origin of origins) {
        const writer = new AddressWriter(fields, origin)
        writers.push(writer)
        await fillEverything(url, campus, writer)
      }
      await sleep(SETTLE_MS)
    },
    { wrapper, settings: { PAYMENTS: 'manual' } },
  )
  listener.close()
  reportFields(writers)
  // The System page asks the site itself at PUBLIC_URL, which only its operator sets.
  const outbound = findOutbound().filter((line) => !line.includes(`htons(${ownPort})`))
  const others = requests.filter((path) => path !== CONTROL)
  const controls = [...seen, requests.includes(CONTROL)].filter(Boolean).length
  for (const line of [...others, ...outbound].slice(0, 5)) console.log(`  ${line}`)
  report({
    test: 'T26',
    goal: '0 connections and 0 look-ups from the server, where a program that makes them is seen',
    measured: `${outbound.length} connections or look-ups, ${others.length} requests at the listener; ${controls} of 3 signs of the other program seen`,
    isOk: outbound.length === 0 && others.length === 0 && controls === 3,
  })
}

async function fillEverything(url: string, campus: Campus, writer: AddressWriter): Promise<void> {
  const { at } = writer
  const admin = new Client(url, campus.admin.cookie)
  const course = await fillContent(admin, writer, campus)
  await fillAsStudent({ url, admin, campus, writer }, course)
  const headers = { referer: at('referer'), 'x-forwarded-host': new URL(at('')).host, origin: at('') }
  for (const path of [`/?next=${at('query')}`, `/login?next=${encodeURIComponent(at('next'))}`])
    await fetch(url + path, { headers })
  for (const path of PAGES) await fetch(url + path)
  for (const page of [...ADMIN_PAGES.map((name) => `/dashboard/${name}`), `/student/CoursePage/${course.id}-x`])
    await fetch(url + page, { headers: { cookie: campus.admin.cookie } })
}

function reportFields(writers: readonly AddressWriter[]): void {
  const [summary, ...others] = writers.map((writer) => writer.summarize())
  const problems = writers.flatMap((writer) => writer.problems)
  const forgotten = [summary, ...others].flatMap((one) => one?.forgotten ?? ['no field at all'])
  for (const line of summary?.refused ?? []) console.log(`  refused: ${line}`)
  for (const line of summary?.leftOut ?? []) console.log(`  left out: ${line}`)
  for (const line of [...problems, ...forgotten.map((field) => `not written: ${field}`)]) console.log(`  ${line}`)
  report({
    test: 'T26',
    goal: 'each field that can hold an address is written, or refuses it as listed',
    measured: `${summary?.accepted} fields accepted, ${summary?.refused.length} refuse an address, ${summary?.leftOut.length} left out with a reason; ${problems.length} unexpected answers, ${forgotten.length} fields not written`,
    isOk: problems.length === 0 && forgotten.length === 0 && (summary?.accepted ?? 0) > 0,
  })
}

/** The control: another program under the same trace, which does what the server must not do. */
function canSeeConnection(origin: string): boolean {
  const script = `await fetch(${JSON.stringify(origin + CONTROL)}, { signal: AbortSignal.timeout(3000) }).catch(() => {})`
  const [command = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', script]
  spawnSync(command, args, { timeout: 20_000 })
  return findOutbound().length > 0
}

/** The file is written anew with each program. */
function findOutbound(): string[] {
  const lines = readFileSync(tracePath, 'utf8').split('\n')
  rmSync(tracePath, { force: true })
  return lines.filter((line) => /connect\(.*AF_INET|sendto\(.*(AF_INET|sinkhole)/.test(line))
}
