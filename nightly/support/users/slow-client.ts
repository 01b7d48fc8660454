import { connect, type Socket } from 'node:net'

/** The attackers come from an address of their own. */
export const ATTACKER = '127.0.0.2'
const TRICKLE_MS = 1_000

export interface SlowKind {
  kind: string
  /** What it sends at once. */
  start: string
  /** What follows each second while it has not finished. */
  trickle: string
  reads: boolean
}

export interface SlowClient {
  kind: string
  socket: Socket
  /** Its port, or undefined if it was refused. */
  connected: Promise<number | undefined>
  ended: Promise<void>
}

const HOST = 'Host: localhost\r\n'
export const SLOW_HEADERS: SlowKind = {
  kind: 'headers',
  start: `GET / HTTP/1.1\r\n${HOST}X-A: `,
  trickle: 'a',
  reads: true,
}
export const SLOW_BODIES: SlowKind = {
  kind: 'bodies',
  start: `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"`,
  trickle: 'a',
  reads: true,
}

/** Asks for a file and reads nothing of it. */
export const createSlowReader = (path: string): SlowKind => ({
  kind: 'readers',
  start: `GET ${path} HTTP/1.1\r\n${HOST}\r\n`,
  trickle: '',
  reads: false,
})

export function openSlow(port: number, { kind, start, trickle, reads }: SlowKind): SlowClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
  socket.on('error', () => {})
  socket.on('connect', () => socket.write(start))
  if (reads) socket.resume()
  else socket.pause()
  const timer = setInterval(() => trickle && socket.writable && socket.write(trickle), TRICKLE_MS)
  const connected = new Promise<number | undefined>((resolve) => {
    socket.on('connect', () => resolve(socket.localPort))
    socket.on('close', () => resolve(undefined))
  })
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
  return { kind, socket, connected, ended }
}
