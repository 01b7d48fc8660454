import { setTimeout as sleep } from 'node:timers/promises'

/** What one user may read in a minute. */
export const READS_A_MINUTE = 600
/** At most 250 reads a second: a server that counts for itself alone has not refused by then. */
const AT_ONCE = 5
const ROUND_MS = 40

export interface PassedLimit {
  /** How many reads each server answered. */
  answered: number[]
  /** From the last read within the limit to the last one above it. */
  msAbove: number
}

/** Reads as one user from all servers alike, until each has refused. */
export async function readPastLimit(urls: readonly string[], cookie: string): Promise<PassedLimit> {
  const answered = urls.map(() => 0)
  const times: number[] = []
  let serving = [...urls.keys()]
  while (serving.length > 0 && Math.max(...answered) < READS_A_MINUTE) {
    const refused = new Set<number>()
    const readOne = async (index: number) => {
      if ((await read(urls[index] ?? '', cookie)) === 429) return refused.add(index)
      answered[index] = (answered[index] ?? 0) + 1
      return times.push(performance.now())
    }
    const round = serving.flatMap((index) => Array.from({ length: AT_ONCE }, () => readOne(index)))
    await Promise.all([...round, sleep(ROUND_MS)])
    serving = serving.filter((index) => !refused.has(index))
  }
  const msAbove = (times.at(-1) ?? 0) - (times[READS_A_MINUTE - 1] ?? Infinity)
  return { answered, msAbove: Math.max(0, msAbove) }
}

async function read(url: string, cookie: string): Promise<number> {
  const response = await fetch(`${url}/api/getCourses`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: '{"page":1}',
  })
  // Frees the connection.
  await response.arrayBuffer()
  const { status } = response
  if (status !== 200 && status !== 429) throw new Error(`A read answered ${status}`)
  return status
}
