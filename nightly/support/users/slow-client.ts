import { connect, type Socket } from 'node:net'

/** The attackers come from an address of their own. */
export const ATTACKER = '127.0.0.2'
const TRICKLE_MS = 1_000

export interface SlowKind {
  kind: string
  /** What it sends at once; a byte follows each second while it has not finished. */
  start: string
  trickle: string
  /** Undefined for one that reads at once; else milliseconds until it begins to read. */
  readsAfterMs?: number
}

export interface SlowClient {
  kind: string
  socket: Socket
  /** Bytes of the answer so far. */
  countReceived(): number
  ended: Promise<void>
}

const HOST = 'Host: localhost\r\n'
export const SLOW_HEADERS: SlowKind = { kind: 'headers', start: `GET / HTTP/1.1\r\n${HOST}X-A: `, trickle: 'a' }
export const SLOW_BODIES: SlowKind = {
  kind: 'bodies',
  start: `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"`,
  trickle: 'a',
}

export const createSlowReader = (path: string, readsAfterMs: number): SlowKind => ({
  kind: 'readers',
  start: `GET ${path} HTTP/1.1\r\n${HOST}\r\n`,
  trickle: '',
  readsAfterMs,
})

export function openSlow(port: number, { kind, start, trickle, readsAfterMs }: SlowKind): SlowClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
  let received = 0
  socket.on('error', () => {})
  socket.on('connect', () => socket.write(start))
  socket.on('data', ({ length }) => void (received += length))
  // A socket that is not read notices its end only when it is read again.
  if (readsAfterMs !== undefined) {
    socket.pause()
    setTimeout(() => socket.resume(), readsAfterMs).unref()
  }
  const timer = setInterval(() => trickle && socket.writable && socket.write(trickle), TRICKLE_MS)
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
  return { kind, socket, countReceived: () => received, ended }
}
