import { asc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { mails } from '#server/platform/db/schema.ts'
import { compose, type QueuedMail } from './render-email.ts'
import { type Deliver, isRefusedForGood } from './delivery.ts'

/** With nobody waking it: for what another process queued and did not live to send. */
const LOOK_EVERY_MS = 30_000
/** For one mail, however busy the server seems. */
const SEND_WITHIN_MS = 60_000
/** Longer than a try can last, as nobody else may begin meanwhile. It doubles with each. */
const FIRST_PAUSE_S = 90
const LONGEST_PAUSE_S = 3_600
/** Some three days. */
const MOST_TRIES = 75
/** A mail server that hangs must not keep this one from stopping. */
const CLOSE_WITHIN_MS = 5_000

interface Parts {
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
  readonly #parts: Parts
  readonly #hurry = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #isWoken = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** There may be something to send. Returns at once. */
  wake(): void {
    if (this.#isClosed) return
    this.#isWoken = true
    clearTimeout(this.#timer)
    this.#round ??= this.#sendAll().finally(() => {
      this.#round = undefined
      if (this.#isWoken) this.wake()
      else if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), LOOK_EVERY_MS).unref()
    })
  }

  /** What is being sent is sent; the rest waits for the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const patience = setTimeout(() => this.#hurry.abort(), CLOSE_WITHIN_MS)
    await this.#round
    clearTimeout(patience)
  }

  async #sendAll(): Promise<void> {
    this.#isWoken = false
    try {
      while (!this.#isClosed && (await this.#sendNext())) continue
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'mails wait: the database does not answer')
    }
  }

  /** False when nothing is due. */
  async #sendNext(): Promise<boolean> {
    const { db, deliver, publicUrl, log } = this.#parts
    const mail = await claimNext(db)
    if (!mail) return false
    const about = { mail: mail.id, kind: mail.kind, tries: mail.tries }
    try {
      const composed = await compose(db, mail, publicUrl)
      const signal = AbortSignal.any([this.#hurry.signal, AbortSignal.timeout(SEND_WITHIN_MS)])
      if (composed) await deliver({ id: idOf(mail), to: mail.toEmail, ...composed }, signal)
      log.debug(about, composed ? 'a mail was sent' : 'a mail was no longer wanted')
    } catch (error) {
      const isLost = isRefusedForGood(error) || mail.tries >= MOST_TRIES
      log.warn(
        { ...about, err: error },
        isLost ? 'a mail was given up' : 'a mail was not sent, and will be tried again',
      )
      if (!isLost) return true
    }
    await db.delete(mails).where(eq(mails.id, mail.id))
    return true
  }
}

/** A code sent anew is another code, and so another message. With its time, as another database counts from one too. */
function idOf({ kind, id, tries, createdAt }: QueuedMail): string {
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
      nextTryAt: sql`now() + make_interval(secs => least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ ${mails.tries}))`,
    })
    .where(eq(mails.id, sql`(${due})`))
    .returning({
      ...getTableColumns(mails),
      ageMinutes: sql<number>`(extract(epoch from now() - ${mails.createdAt}) / 60)::float8`,
    })
  return mail
}
