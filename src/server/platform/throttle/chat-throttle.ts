import { CHAT_LIMITS } from '#contract/limits.ts'
import { type CreateLimiter, consumePoint, DAY_S } from './limiters.ts'

export interface ChatThrottle {
  /** Throws when a user sends too many messages, over all sockets and servers. */
  countMessage(userId: number): Promise<void>
}

export function createChatThrottle(createLimiter: CreateLimiter): ChatThrottle {
  const short = createLimiter('chat', CHAT_LIMITS.messagesPer10Seconds, 10)
  const daily = createLimiter('chat-day', CHAT_LIMITS.messagesPerDay, DAY_S)
  return {
    async countMessage(userId) {
      await consumePoint(short, String(userId), 'Too many messages. Please wait a moment')
      await consumePoint(
        daily,
        String(userId),
        `You can send ${CHAT_LIMITS.messagesPerDay.toLocaleString('en')} messages a day. Try again tomorrow`,
      )
    },
  }
}
