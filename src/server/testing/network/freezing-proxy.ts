import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface FreezingProxy {
  port: number
  /** Connections stay open and nothing passes, as after a failover without a reset. */
  freeze(): void
  thaw(): void
  close(): void
}

/** A TCP proxy to a server that seems to hang. */
export async function startFreezingProxy(target: { host: string; port: number }): Promise<FreezingProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const update = (socket: Socket) => (isFrozen ? socket.pause() : socket.resume())
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => to.write(data))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      update(from)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const set = (frozen: boolean) => {
    isFrozen = frozen
    sockets.forEach(update)
  }
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => set(true),
    thaw: () => set(false),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
