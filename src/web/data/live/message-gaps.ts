import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { Message } from '#contract/schemas/chat.ts'
import { call } from '#web/data/api.ts'
import {
  ADMIN_QUERY,
  addMessages,
  type CurrentUser,
  getCachedStudentIds,
  getConversationQuery,
  getNewestMessageId,
} from './message-cache.ts'
import type { PendingMessages } from './pending-messages.ts'

/** Conversations that may miss messages, because the socket was closed for a while. */
export class MessageGaps {
  readonly #client: QueryClient
  readonly #pendingMessages: PendingMessages
  /** Student id -> last known message id. */
  readonly #lastKnownIds = new Map<number, number>()

  constructor(client: QueryClient, pendingMessages: PendingMessages) {
    this.#client = client
    this.#pendingMessages = pendingMessages
  }

  /** Notes each conversation's last known message. Call it before the new socket delivers any. */
  note(currentUser: CurrentUser): void {
    const cached = getCachedStudentIds(this.#client, currentUser)
    const maybeStored = this.#pendingMessages.entries.filter(({ mayBeStored }) => mayBeStored)
    for (const studentId of new Set([...cached, ...maybeStored.map((entry) => entry.studentId)])) {
      if (this.#lastKnownIds.has(studentId)) continue
      // The cache may already have a sent message that was never confirmed here.
      const knownIds = maybeStored.filter((entry) => entry.studentId === studentId).map(({ after }) => after)
      if (cached.includes(studentId)) knownIds.push(getNewestMessageId(this.#client, currentUser, studentId))
      this.#lastKnownIds.set(studentId, Math.min(...knownIds))
    }
  }

  /** Fetches what is missed until `isCurrent` is false. Throws when trying again may help; what is fetched stays. */
  async fill(currentUser: CurrentUser, isCurrent: () => boolean): Promise<void> {
    for (const [studentId, lastKnownId] of this.#lastKnownIds) {
      try {
        await this.#fetchMissed(currentUser, studentId, lastKnownId).catch(async (error: unknown) => {
          if (currentUser.role !== 'student' || !isNotAllowed(error)) throw error
          // The admin whom a student's call names may be one no more.
          await this.#client.fetchQuery({ ...ADMIN_QUERY, staleTime: 0 })
          await this.#fetchMissed(currentUser, studentId, lastKnownId)
        })
      } catch (error) {
        console.error('Missed messages could not be fetched:', error)
        if (!isRefusal(error)) throw error
      }
      if (!isCurrent()) return
      this.#lastKnownIds.delete(studentId)
    }
  }

  clear(): void {
    this.#lastKnownIds.clear()
  }

  async #fetchMissed(currentUser: CurrentUser, studentId: number, lastKnownId: number): Promise<void> {
    const missed: Message[] = []
    const [, input] = getConversationQuery(currentUser, studentId).queryKey
    for (let page: number | null = 1; page !== null;) {
      const { msg, nextPage }: CallResponse<'getMsg'> = await call('getMsg', { ...input, page })
      missed.push(...msg.filter(({ msg_id }) => msg_id > lastKnownId))
      page = msg.some(({ msg_id }) => msg_id <= lastKnownId) ? null : nextPage
    }
    notifyManager.batch(() => {
      addMessages(this.#client, currentUser, studentId, missed)
      this.#pendingMessages.reconcile(studentId, currentUser.student_id, missed)
    })
  }
}

const isNotAllowed = (error: unknown) => error instanceof AppError && error.code === 'not_allowed'
const isRefusal = (error: unknown) => error instanceof AppError && error.status >= 400 && error.status < 500
