import { setTimeout as sleep } from 'node:timers/promises'
import type { Campus } from './campus.ts'
import { ChatTab } from './chat-tab.ts'
import { Client } from './client.ts'
import type { SignedIn } from './sign-up.ts'

const POLL_MS = 1_000
/** Rounds of polling between a student's messages. */
const ROUNDS_PER_MESSAGE = 10
/** Of a student who is signed in. */
const PAGES = [
  '/',
  '/student/allcourses',
  '/student/allcourses?page=2',
  '/student/blog',
  '/student/profile',
  '/robots.txt',
]
const KEPT_FAILURES = 10

export type Kind = 'polls' | 'pages' | 'chat messages'

/** Students with an open tab each, and an admin's dashboard, until the signal. */
export class Browsing {
  readonly counts: Record<Kind, number> = { polls: 0, pages: 0, 'chat messages': 0 }
  /** The first ones. */
  readonly failures: string[] = []
  failureCount = 0
  #times: number[] = []
  readonly #url: string
  readonly #signal: AbortSignal

  constructor(url: string, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  async run(students: readonly SignedIn[], admin: Campus['admin']): Promise<void> {
    const dashboard = await new ChatTab(this.#url, admin).open()
    await Promise.all([
      ...students.map((student) => this.#keepTabOpen(student, admin.id)),
      this.#watchDashboard(new Client(this.#url, admin.cookie), dashboard),
    ])
    this.#close(dashboard)
  }

  /** Milliseconds of each request since the last look. */
  takeTimes(): number[] {
    const times = this.#times
    this.#times = []
    return times
  }

  /** It polls, opens a page now and then, and has a socket for the whole run. */
  async #keepTabOpen({ id, client }: SignedIn, adminId: number): Promise<void> {
    const tab = await new ChatTab(this.#url, { id, cookie: client.cookie }, { keepsReceived: false }).open()
    for (let n = 0; !this.#signal.aborted; n++) {
      await this.#time('polls', () => client.call('session', {}))
      await this.#time('polls', () => client.call('getMaintenace', {}))
      await this.#time('polls', () => client.call('getNotifications', { page: 1 }))
      await this.#time('pages', () => this.#openPage(PAGES[n % PAGES.length] ?? '/', client))
      if (n % ROUNDS_PER_MESSAGE === 0) tab.sendMessage(adminId, `hello-${n}`)
      await sleep(POLL_MS)
    }
    this.#close(tab)
  }

  async #watchDashboard(admin: Client, tab: ChatTab): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#time('polls', () => admin.call('getAnalystic', {}))
      await this.#time('polls', () => admin.call('getConversations', { page: 1 }))
      this.counts['chat messages'] += tab.received.splice(0).length
      await sleep(POLL_MS)
    }
  }

  async #openPage(path: string, { cookie }: Client): Promise<void> {
    const response = await fetch(this.#url + path, { headers: { cookie }, redirect: 'manual' })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }

  async #time(kind: Kind, ask: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    await ask().then(
      () => this.counts[kind]++,
      (error: unknown) => this.#fail(String(error)),
    )
    this.#times.push(performance.now() - startedAt)
  }

  /** A socket that is no longer open was cut during the run. */
  #close(tab: ChatTab): void {
    if (tab.closeCode !== undefined) this.#fail(`A socket was closed with ${tab.closeCode}`)
    for (const refusal of tab.refusals) this.#fail(`A message was refused: ${refusal}`)
    tab.cut()
  }

  #fail(reason: string): void {
    this.failureCount++
    if (this.failures.length < KEPT_FAILURES) this.failures.push(reason)
  }
}
