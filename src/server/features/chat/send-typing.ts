import type { ServerFrame } from '#contract/socket.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { rejectViewingAsStudent } from './reject-viewing-as-student.ts'

export const sendTyping: Handler<'sendTyping'> = async (context, { receiver_id }) => {
  rejectViewingAsStudent(context)
  const { user, live } = context
  const frame: ServerFrame = { type: 'typing', from: user.student_id, to: receiver_id }
  if (user.role === 'student') live.sendToAdmins(frame)
  else live.sendToUser(receiver_id, frame)
  return { msg: null }
}
