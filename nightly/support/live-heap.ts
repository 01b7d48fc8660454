import { once } from 'node:events'
import { WebSocket } from 'ws'

/** What a process started with `--inspect` prints. */
const ADDRESS = /Debugger listening on (ws:\/\/\S+)/

/** In bytes, as `process.memoryUsage()` names them. */
interface Memory {
  rss: number
  heapUsed: number
  external: number
}

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

  /** After a collection of garbage, so that the figures of the heap have no noise. */
  async measure(): Promise<Memory> {
    await this.#ask('HeapProfiler.collectGarbage')
    const { result } = (await this.#ask('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    })) as { result: { value: Memory } }
    return result.value
  }

  close(): void {
    this.#socket.terminate()
  }

  async #ask(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#lastId
    this.#socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = (await once(this.#socket, 'message')) as [Buffer]
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
      if (answer.id === id) return answer.result
    }
  }
}
