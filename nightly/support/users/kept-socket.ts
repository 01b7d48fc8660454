import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { ServerFrame } from '../../../src/contract/socket.ts'
import type { ProxyClient } from '../../../src/server/testing/network/proxy-client.ts'

export interface ProxyUser {
  userId: number
  client: ProxyClient
}

interface KeptSocketOptions {
  stopped: AbortSignal
  onClose(code: number): void
  onFrame?(frame: ServerFrame, socket: WebSocket): void
}

/** Keeps a socket open, as the client does, and tells how it is closed. */
export async function keepSocketOpen(
  { userId, client }: ProxyUser,
  { stopped, onClose, onFrame }: KeptSocketOptions,
): Promise<void> {
  let attempts = 0
  while (!stopped.aborted) {
    const socket = client.openSocket()
    const close = () => socket.close(1000)
    stopped.addEventListener('abort', close)
    const code = await new Promise<number>((resolve) => {
      socket.on('error', () => {})
      socket.on('open', () => socket.send(JSON.stringify({ type: 'init', sender_id: userId })))
      socket.on('message', (data) => {
        attempts = 0
        onFrame?.(JSON.parse(String(data)) as ServerFrame, socket)
      })
      socket.on('close', resolve)
    })
    // It would keep each socket in memory.
    stopped.removeEventListener('abort', close)
    if (!stopped.aborted) onClose(code)
    // The delays of src/web/data/live/reconnecting-socket.ts.
    const delay = Math.min(1_000 * 2 ** attempts++, 30_000) * (0.75 + Math.random() / 4)
    await sleep(delay, undefined, { signal: stopped }).catch(() => null)
  }
}
