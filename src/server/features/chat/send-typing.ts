import type { ServerFrame } from '#contract/socket.ts'
import type { Handler } from '#server/pipeline/handler.ts'

export const sendTyping: Handler<'sendTyping'> = async (context, { receiver_id }) => {
  const { user, live } = context
  const frame: ServerFrame = { type: 'typing', from: user.student_id, to: receiver_id }
  if (user.role === 'student') live.sendToAdmins(frame)
  else live.sendToUser(receiver_id, frame)
  return { msg: null }
}
