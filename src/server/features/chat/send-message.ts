import type { Handler } from '#server/pipeline/handler.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { storeMessage } from './store-message.ts'

/** The message is delivered only once it is stored. */
export const sendMessage: Handler<'sendMessage'> = async (context, { receiver_id, msg, client_id }) => {
  const { db, user, live, throttles } = context
  await throttles.countMessage(user.student_id)
  const write = (tx: Db | Tx) => storeMessage(tx, user, { receiverId: receiver_id, text: msg })
  const row = await live.store(db, write, client_id)
  // Nothing here can fail: the sender of a stored message would send it again.
  const { unread } = row
  if (unread !== undefined) live.sendToUser(row.studentId, { type: 'notifications', unread })
  live.deliver(row, client_id)
  return { msg: null }
}
