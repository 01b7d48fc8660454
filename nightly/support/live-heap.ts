import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a process started with `--inspect` prints. */
const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

/** Asks a process for its memory through Node's inspector. */
export class LiveHeap {
  readonly #socket: WebSocket
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async connect(output: string): Promise<LiveHeap> {
    const address = ADDRESS.exec(output)?.[1]
    if (address === undefined) throw new Error('The product was not started with --inspect')
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new LiveHeap(socket)
  }

  /** Bytes that are in use after a collection of garbage, so that the figure has no noise. */
  async measure(): Promise<number> {
    await this.#ask('HeapProfiler.collectGarbage')
    const { usedSize } = (await this.#ask('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize
  }

  close(): void {
    this.#socket.terminate()
  }

  async #ask(method: string): Promise<unknown> {
    const id = ++this.#lastId
    this.#socket.send(JSON.stringify({ id, method }))
    for (;;) {
      const [data] = (await once(this.#socket, 'message')) as [Buffer]
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
      if (answer.id === id) return answer.result
    }
  }
}
