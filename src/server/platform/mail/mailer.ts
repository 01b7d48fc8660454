import { asc, eq, getTableColumns, lte, sql, type SQLWrapper } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { mails } from '#server/platform/db/schema.ts'
import { reportError } from '#server/platform/log/report-error.ts'
import { createRequestId, withRequestId } from '#server/platform/log/request-id.ts'
import {
  type Deliver,
  isMailboxRefused,
  isPermanentFailure,
  type OutgoingEmail,
  type RenderedEmail,
} from './delivery.ts'
import type { QueuedMail } from './queue-mail.ts'

/** Picks up emails that another process queued before it stopped. */
const POLL_INTERVAL_MS = 30_000
const SEND_TIMEOUT_MS = 60_000
/** Longer than SEND_TIMEOUT_MS, so that no other process starts the same email. Doubles with each attempt. */
const FIRST_RETRY_DELAY_S = 90
const MAX_RETRY_DELAY_S = 3_600
/** About three days. */
const MAX_ATTEMPTS = 75
/** Whoever sent a test email reads on the System page why it was refused. It is tried once more, and then gone. */
const LAST_SHOWN_TRIES = MAX_ATTEMPTS - 1
const LAST_SHOWN_DELAY_S = 1_200
const LAST_SHOWN_ATTEMPT = {
  tries: LAST_SHOWN_TRIES,
  nextTryAt: sql`now() + make_interval(secs => ${LAST_SHOWN_DELAY_S})`,
}
/** A mail server that hangs must not delay the shutdown. */
const CLOSE_TIMEOUT_MS = 5_000

/** In characters; the column's length. */
const MAX_FAILURE_LENGTH = 300

interface ClaimedMail extends QueuedMail {
  requestId: string | null
}

interface MailerDeps {
  db: Db
  deliver: Deliver
  /** Null when the email is no longer wanted. */
  renderEmail: (mail: QueuedMail) => Promise<RenderedEmail | null>
  log: FastifyBaseLogger
}

/**
 * Sends the rows of `mails` one after the other. Claiming a row moves its next attempt, so only one process sends it;
 * the row is deleted once the email is accepted. A crash in between sends it again under the same Message-ID.
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

  /** Starts sending what is due. Returns at once. */
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

  /** Finishes the current email; the rest stays queued for the next start. */
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
      this.#deps.log.warn({ err: error }, 'emails are delayed: the database does not answer')
    }
  }

  /** False when nothing is due. */
  async #sendNext(): Promise<boolean> {
    const mail = await claimNext(this.#deps.db)
    if (!mail) return false
    return withRequestId(mail.requestId ?? createRequestId(), () => this.#send(mail))
  }

  async #send(mail: ClaimedMail): Promise<true> {
    const { db, deliver, renderEmail, log } = this.#deps
    const logFields = { mail: mail.id, kind: mail.kind, tries: mail.tries }
    try {
      const email = await renderEmail(mail)
      if (email) await this.#withDeadline((signal) => deliver(toOutgoingEmail(mail, email), signal))
      log.debug(logFields, email ? 'email sent' : 'email no longer needed')
    } catch (error) {
      const isPermanent = isPermanentFailure(error) || mail.tries >= MAX_ATTEMPTS
      log.warn({ ...logFields, err: error }, isPermanent ? 'email not sent: giving up' : 'email not sent: will retry')
      const isShown = isPermanent && mail.kind === 'test' && mail.tries < MAX_ATTEMPTS
      if (!isPermanent || isShown) {
        await db
          .update(mails)
          .set({ lastError: describeFailure(error), ...(isShown && LAST_SHOWN_ATTEMPT) })
          .where(eq(mails.id, mail.id))
        return true
      }
      if (!isMailboxRefused(error)) reportError(error, `mail ${mail.kind}`)
    }
    await db.delete(mails).where(eq(mails.id, mail.id))
    return true
  }

  /** Without `AbortSignal.any`, which leaves something of each email in the signal that outlives it (Node 20). */
  async #withDeadline(send: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const closing = this.#closeController.signal
    const ending = new AbortController()
    const end = () => ending.abort(closing.reason)
    const timer = setTimeout(() => ending.abort(new DOMException('No answer in time', 'TimeoutError')), SEND_TIMEOUT_MS)
    closing.addEventListener('abort', end)
    if (closing.aborted) end()
    try {
      await send(ending.signal)
    } catch (error) {
      // The way of sending has words of its own for it, which do not say that the time was over.
      ending.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      closing.removeEventListener('abort', end)
    }
  }
}

function toOutgoingEmail({ kind, id, tries, createdAt, toEmail }: QueuedMail, email: RenderedEmail): OutgoingEmail {
  const { changesPerAttempt, ...content } = email
  // With the creation time, because ids start at 1 again in a new database.
  const messageId = `${createdAt.getTime().toString(36)}-${id}-${kind}`
  return { id: changesPerAttempt ? `${messageId}-${tries}` : messageId, to: toEmail, ...content }
}

/** A mail server's words on the recipient, or the kind of error: a template's or a query's own text may have values. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const isSmtp = 'command' in error || 'syscall' in error
  return (isSmtp ? error.message : error.name).slice(0, MAX_FAILURE_LENGTH)
}

/** In seconds. */
const getRetryDelay = (earlierTries: SQLWrapper) =>
  sql`least(${MAX_RETRY_DELAY_S}, ${FIRST_RETRY_DELAY_S} * 2 ^ ${earlierTries})`

/** When the last attempt began. */
export const lastTryAt = sql`${mails.nextTryAt} - make_interval(secs => case
  when ${mails.kind} = 'test' and ${mails.tries} = ${LAST_SHOWN_TRIES} then ${LAST_SHOWN_DELAY_S}
  else ${getRetryDelay(sql`(${mails.tries} - 1)`)}
end)`

async function claimNext(db: Db): Promise<ClaimedMail | undefined> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.nextTryAt, sql`now()`))
    // An import queues thousands of invitations at once; a reset code must not wait for them.
    .orderBy(asc(eq(mails.kind, 'invited')), asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      nextTryAt: sql`now() + make_interval(secs => ${getRetryDelay(mails.tries)})`,
    })
    .where(eq(mails.id, sql`(${due})`))
    .returning({
      ...getTableColumns(mails),
      ageMinutes: sql<number>`(extract(epoch from now() - ${mails.createdAt}) / 60)::float8`,
    })
  return mail
}
