import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/errors.ts'
import { getChildProgram } from '#server/platform/child-program.ts'

/** How long an unused thread keeps its fonts in memory. */
const IDLE_MS = 30_000
/** About ten seconds of work. Callers take turns before (pipeline/traffic.ts), unless `THROTTLE=off`. */
const MAX_QUEUED = 100

export interface PdfRequest {
  id: number
  job: unknown
}

export type PdfAnswer = { id: number; pdf: Uint8Array } | { id: number; problem: string }

interface Waiting {
  resolve: (pdf: Buffer) => void
  reject: (error: Error) => void
}

interface DrawingThread {
  worker: Worker
  waiting: Map<number, Waiting>
}

let thread: DrawingThread | undefined
let lastId = 0
let idleTimer: NodeJS.Timeout | undefined

/**
 * Draws in a thread of its own, because a page takes a tenth of a second of processor time. Throws `busy` when too many
 * wait. The program (features/pdf-program) knows the jobs.
 */
export function drawInWorker(job: unknown): Promise<Buffer> {
  if (thread && thread.waiting.size >= MAX_QUEUED) return Promise.reject(new AppError('busy', { retryAfter: 5 }))
  clearTimeout(idleTimer)
  thread ??= startThread()
  const { worker, waiting } = thread
  // Keeps this process running until the answer is there.
  worker.ref()
  return new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, job } satisfies PdfRequest, [])
  })
}

function startThread(): DrawingThread {
  const worker = new Worker(getChildProgram('pdf-program'))
  const started: DrawingThread = { worker, waiting: new Map() }
  const { waiting } = started
  let problem = new Error('The thread that draws PDF files has ended')
  // Nothing more is given to a thread that ends: what comes meanwhile starts another.
  const forget = () => {
    if (thread === started) thread = undefined
  }
  worker.on('message', (answer: PdfAnswer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if ('pdf' in answer) resolve?.(Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength))
    else reject?.(new Error(answer.problem))
    if (waiting.size > 0) return
    worker.unref()
    idleTimer = setTimeout(() => {
      forget()
      void worker.terminate()
    }, IDLE_MS).unref()
  })
  worker.on('error', (error: Error) => {
    problem = error
    forget()
  })
  worker.on('exit', () => {
    forget()
    for (const { reject } of waiting.values()) reject(problem)
    waiting.clear()
  })
  return started
}
