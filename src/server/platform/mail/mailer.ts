import { asc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { mails } from '#server/platform/db/schema.ts'
import { renderEmail, type QueuedMail } from './render-email.ts'
import { type Deliver, isPermanentFailure } from './delivery.ts'

/** With nobody waking it: for what another process queued and did not live to send. */
const POLL_INTERVAL_MS = 30_000
/** For one mail, however busy the server seems. */
const SEND_TIMEOUT_MS = 60_000
/** Longer than a try can last, as nobody else may begin meanwhile. It doubles with each. */
const FIRST_RETRY_DELAY_S = 90
const MAX_RETRY_DELAY_S = 3_600
/** Some three days. */
const MAX_ATTEMPTS = 75
/** A mail server that hangs must not keep this one from stopping. */
const CLOSE_TIMEOUT_MS = 5_000

interface MailerDeps {
  db: Db
  deliver: Deliver
  /** The product's address, for links. */
  publicUrl: string
  log: FastifyBaseLogger
}

/**
 * Sends what `mails` holds, one after the other. A row is claimed by moving its next try on, and deleted once the mail
 * is taken: a restart loses nothing, and of several processes one sends it. Should the process die between a mail's
 * being taken and its row's going, it goes out once more under the same Message-ID.
 */
export class Mailer {
  readonly #deps: MailerDeps
  readonly #closeController = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #currentRun: Promise<void> | undefined
  #isWakeRequested = false
  #isClosed = false

  constructor(deps: MailerDeps) {
    this.#deps = deps
  }

  /** There may be something to send. Returns at once. */
  wake(): void {
    if (this.#isClosed) return
    this.#isWakeRequested = true
    clearTimeout(this.#timer)
    this.#currentRun ??= this.#sendAll().finally(() => {
      this.#currentRun = undefined
      if (this.#isWakeRequested) this.wake()
      else if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), POLL_INTERVAL_MS).unref()
    })
  }

  /** What is being sent is sent; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const closeTimer = setTimeout(() => this.#closeController.abort(), CLOSE_TIMEOUT_MS)
    await this.#currentRun
    clearTimeout(closeTimer)
  }

  async #sendAll(): Promise<void> {
    this.#isWakeRequested = false
    try {
      while (!this.#isClosed && (await this.#sendNext())) continue
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'mails wait: the database does not answer')
    }
  }

  /** False when nothing is due. */
  async #sendNext(): Promise<boolean> {
    const { db, deliver, publicUrl, log } = this.#deps
    const mail = await claimNext(db)
    if (!mail) return false
    const logFields = { mail: mail.id, kind: mail.kind, tries: mail.tries }
    try {
      const email = await renderEmail(db, mail, publicUrl)
      const signal = AbortSignal.any([this.#closeController.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
      if (email) await deliver({ id: getMessageId(mail), to: mail.toEmail, ...email }, signal)
      log.debug(logFields, email ? 'a mail was sent' : 'a mail was no longer wanted')
    } catch (error) {
      const isPermanent = isPermanentFailure(error) || mail.tries >= MAX_ATTEMPTS
      log.warn(
        { ...logFields, err: error },
        isPermanent ? 'a mail was given up' : 'a mail was not sent, and will be tried again',
      )
      if (!isPermanent) return true
    }
    await db.delete(mails).where(eq(mails.id, mail.id))
    return true
  }
}

/** A code sent anew is another code, and so another message. With its time, as another database counts from one too. */
function getMessageId({ kind, id, tries, createdAt }: QueuedMail): string {
  const mail = `${createdAt.getTime().toString(36)}-${id}-${kind}`
  return kind === 'reset-code' || kind === 'confirm-email' ? `${mail}-${tries}` : mail
}

async function claimNext(db: Db): Promise<QueuedMail | undefined> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.nextTryAt, sql`now()`))
    .orderBy(asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      nextTryAt: sql`now() + make_interval(secs => least(${MAX_RETRY_DELAY_S}, ${FIRST_RETRY_DELAY_S} * 2 ^ ${mails.tries}))`,
    })
    .where(eq(mails.id, sql`(${due})`))
    .returning({
      ...getTableColumns(mails),
      ageMinutes: sql<number>`(extract(epoch from now() - ${mails.createdAt}) / 60)::float8`,
    })
  return mail
}
