import { readFileSync } from 'node:fs'

/** Of Linux, for a connection that neither side has ended. */
const ESTABLISHED = '01'

/** The server's end of a connection. */
export interface ServerEnd {
  /** When it was seen open first, and when the other side's system took bytes of it last; as `performance.now()` has it. */
  progressAt: number
  /** Bytes that wait to be read. */
  waiting: number
  cutAt: number | undefined
}

const toHex = (number: number, length: number) => number.toString(16).toUpperCase().padStart(length, '0')
/** 127.0.0.2 as 0200007F. */
const toHexAddress = (address: string) =>
  address
    .split('.')
    .toReversed()
    .map((part) => toHex(Number(part), 2))
    .join('')

/** By the client's port. A client that does not read never learns that it was cut, so the server's ends are watched. */
export function updateServerEnds(
  ends: Map<number, ServerEnd>,
  { port, clientAddress }: { port: number; clientAddress: string },
): void {
  const now = performance.now()
  const open = new Map<number, number>()
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', remote = '', state, queues = ''] = line.trim().split(/\s+/)
    const [address, clientPort = ''] = remote.split(':')
    const isServerEnd = local.endsWith(`:${toHex(port, 4)}`) && address === toHexAddress(clientAddress)
    if (isServerEnd && state === ESTABLISHED) open.set(Number.parseInt(clientPort, 16), Number.parseInt(queues, 16))
  }
  for (const [clientPort, waiting] of open) {
    const end = ends.get(clientPort)
    if (!end) ends.set(clientPort, { progressAt: now, waiting, cutAt: undefined })
    else if (waiting !== end.waiting) Object.assign(end, { progressAt: now, waiting })
  }
  for (const [clientPort, end] of ends) if (!open.has(clientPort)) end.cutAt ??= now
}
