// T26: no connection leaves the server while every field that takes an address is filled with one of a listener.
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../support/users/client.ts'
import { findTraceProblem } from '../support/power-cut/trace.ts'
import { report, reportSkipped } from '../support/report.ts'
import { signIn } from '../support/users/sign-up.ts'
import { withProduct } from '../support/with-product.ts'

const SETTLE_MS = 3_000
const tracePath = join(tmpdir(), `lantern-outbound-${process.pid}`)

/** Everything an admin and a student can fill with an address. */
async function fillEveryAddress(url: string, postId: number, at: (place: string) => string): Promise<number> {
  const admin = new Client(url, adminCookie)
  const category = 'Cybersecurity Basics' as const
  const form = { description: at('description'), price: 0, discount: 0, category, tabs: '' }
  const lesson = { title: at('title').slice(0, 150), subtitle: 'Shortly', url: at('lesson') }
  const article = { ...lesson, kind: 'article' as const, url: '', content: toHtml(at) }
  const details = { outcomes: [at('outcome')], instructor_bio: at('bio') }
  const html = toHtml(at)
  const writes: Promise<unknown>[] = [
    admin.call('addCourse', { ...form, title: 'Addresses', materials: [lesson] }),
    admin.call('addCourse', { ...form, title: 'Article', materials: [article as never] }),
    admin.call('addCourse', { ...form, title: 'Details', materials: [lesson], details: details as never }),
    admin.call('addBlog', { title: 'Addresses', subtitle: at('subtitle'), content: html } as never),
    admin.call('addComment', { blog_id: postId, comment_text: at('comment') }),
  ]
  const { client, id } = await signIn(url)
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${at('svg')}"/></svg>`)
  writes.push(client.uploadPicture(id, svg))
  for (const path of [`/?next=${at('query')}`, `/login?redirect=${encodeURIComponent(at('redirect'))}`])
    writes.push(fetch(url + path, { headers: { referer: at('referer'), 'x-forwarded-host': at('host') } }))
  const results = await Promise.allSettled(writes)
  for (const result of results)
    if (result.status === 'rejected') console.log(`  refused: ${String(result.reason).slice(0, 150)}`)
  return results.filter(({ status }) => status === 'fulfilled').length
}

const toHtml = (at: (place: string) => string) =>
  `<p><a href="${at('link')}">Link</a> <img src="${at('image')}"></p><iframe src="${at('frame')}"></iframe><link rel="stylesheet" href="${at('style')}">`

let adminCookie = ''
const problem = await findTraceProblem()
if (problem !== undefined) reportSkipped('T26', problem)
else {
  const requests: string[] = []
  const listener = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const wrapper = ['strace', '--seccomp-bpf', '-f', '-o', tracePath, '-e', 'trace=connect,sendto']
  let accepted = 0
  await withProduct(
    async ({ product, campus }) => {
      adminCookie = campus.admin.cookie
      // One by address, which would reach the listener, and one by name, which would be looked up.
      accepted += await fillEveryAddress(product.url, campus.postId, (place) => `http://127.0.0.1:${port}/${place}`)
      accepted += await fillEveryAddress(product.url, campus.postId, (place) => `https://sinkhole.example/${place}`)
      for (const path of ['/', '/student/allcourses', '/student/blog']) await fetch(product.url + path)
      await sleep(SETTLE_MS)
    },
    { wrapper },
  )
  listener.close()
  const lines = readFileSync(tracePath, 'utf8').split('\n')
  // The connections to its own database: proof that the trace sees connections.
  const own = lines.filter((line) => line.includes('AF_UNIX')).length
  const outbound = lines.filter((line) => /connect\(.*AF_INET|sendto\(.*(AF_INET|sinkhole)/.test(line))
  rmSync(tracePath, { force: true })
  for (const line of outbound.slice(0, 5)) console.log(`  ${line}`)
  report({
    test: 'T26',
    goal: '0 connections and 0 look-ups from the server',
    measured: `${outbound.length} connections or look-ups, ${requests.length} requests at the listener, ${accepted} writes accepted`,
    isOk: outbound.length === 0 && requests.length === 0 && accepted > 0 && own > 0,
  })
}
