import { on, once } from 'node:events'
import { WebSocket } from 'ws'
import type { ChatFrame, ServerFrame } from '../../../src/contract/socket.ts'
import { SOCKET_PATH } from '../../../src/contract/paths.ts'
import { CallFailed, type Client } from './client.ts'

const ANSWER_WITHIN_MS = 30_000

interface Chat {
  from: number
  to: number
  messages: string[]
}

/** Sends one message after the other, each after the frame that acknowledges the one before. */
export async function* sendChat(client: Client, { from, to, messages }: Chat): AsyncGenerator<ChatFrame> {
  const socket = new WebSocket(`${client.url.replace('http', 'ws')}${SOCKET_PATH}`, {
    headers: { cookie: client.cookie, origin: client.url },
  })
  try {
    const waitFor = createReader(socket)
    await waitFor(once(socket, 'open'))
    socket.send(JSON.stringify({ type: 'init', sender_id: from }))
    await waitFor((frame) => 'type' in frame && frame.type === 'ready')
    for (const msg of messages) {
      socket.send(JSON.stringify({ type: 'chat', sender_id: from, receiver_id: to, msg, client_id: msg }))
      yield (await waitFor((frame) => 'client_id' in frame && frame.client_id === msg)) as ChatFrame
    }
  } finally {
    socket.terminate()
  }
}

type Wanted = Promise<unknown> | ((frame: ServerFrame) => boolean)

/** Rejects with CallFailed when the socket ends, refuses or stays silent. */
function createReader(socket: WebSocket): (wanted: Wanted) => Promise<ServerFrame | undefined> {
  const ended = new Promise<never>((_, reject) => {
    socket.once('error', (error) => reject(new CallFailed('chat', 0, String(error))))
    socket.once('close', (code) => reject(new CallFailed('chat', 0, `closed with ${code}`)))
  })
  ended.catch(() => {})
  // Keeps the frames that arrive between two reads.
  const frames = on(socket, 'message')
  const readFrame = async (isWanted: (frame: ServerFrame) => boolean): Promise<ServerFrame> => {
    for (;;) {
      const [data] = (await frames.next()).value as [Buffer]
      const frame = JSON.parse(String(data)) as ServerFrame
      if ('type' in frame && frame.type === 'error') throw new CallFailed('chat', 503, frame.msg)
      if (isWanted(frame)) return frame
    }
  }
  return async (wanted) => {
    const answer = typeof wanted === 'function' ? readFrame(wanted) : wanted
    answer.catch(() => {})
    return Promise.race([answer as Promise<ServerFrame | undefined>, ended, rejectLater()])
  }
}

function rejectLater(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new CallFailed('chat', 0, 'no answer in time')), ANSWER_WITHIN_MS).unref()
  })
}
