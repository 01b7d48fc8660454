import { countUnreadNotifications } from '#server/features/notifications/count-unread-notifications.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { storeMessage } from './store-message.ts'

/** The message is delivered only once it is stored. */
export const sendMessage: Handler<'sendMessage'> = async (context, { receiver_id, msg, client_id }) => {
  const { db, user, live, throttles } = context
  await throttles.countMessage(user.student_id)
  const write = (tx: Db | Tx) => storeMessage(tx, user, { receiverId: receiver_id, text: msg })
  const row = await live.store(db, write, client_id)
  if (user.role === 'admin') {
    const unread = await countUnreadNotifications(db, row.studentId)
    live.sendToUser(row.studentId, { type: 'notifications', unread })
  }
  live.deliver(row, client_id)
  return { msg: null }
}
