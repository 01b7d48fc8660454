import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Disk, type Survivors } from './disk.ts'
import { parseTrace } from './parse-trace.ts'

export interface Image {
  folder: string
  /** Writes acknowledged up to this size of the trace must be in it. */
  end: number
  description: string
}

interface CutOptions {
  tracePath: string
  /** A copy of the traced folder from before the run. */
  before: string
  tracedFolder: string
  images: number
  /** Only behind this size of the trace, where there are acknowledged writes. */
  start: number
  /** False for the negative control: a disk that ignores fsync. */
  syncs: boolean
  workFolder: string
  random: () => number
  check(image: Image): Promise<void>
}

const SURVIVORS: Survivors[] = ['some', 'some', 'none', 'all']
/** On a disk that ignores fsync: `none` is the state before the run, which opens; `all` would lose nothing. */
const CONTROL_SURVIVORS: Survivors[] = ['none', 'some']

/** Cuts the power just before and just after syncs, and hands one image after the other to the check. */
export async function cutImages(options: CutOptions): Promise<void> {
  const { random } = options
  const trace = readFileSync(options.tracePath)
  const changes = [...parseTrace(trace, options.tracedFolder)]
  const syncs = changes.flatMap(({ kind, end }, index) => (kind === 'sync' && end >= options.start ? [index] : []))
  const cuts = new Set<number>()
  while (cuts.size < Math.min(options.images, syncs.length)) {
    const sync = syncs[Math.floor(random() * syncs.length)] ?? 0
    const cut = sync - Math.floor(random() * 3) + 1
    cuts.add(Math.min(Math.max(syncs[0] ?? 0, cut), changes.length - 1))
  }
  const disk = new Disk(options.before, options.tracedFolder, options.syncs)
  let written = 0
  for (const [index, change] of changes.entries()) {
    disk.apply(change)
    if (!cuts.has(index)) continue
    const folder = join(options.workFolder, `image-${index}`)
    mkdirSync(folder, { mode: 0o700 })
    const turn = options.syncs ? Math.floor(random() * SURVIVORS.length) : written
    const choices = options.syncs ? SURVIVORS : CONTROL_SURVIVORS
    const survivors = choices[turn % choices.length] ?? 'some'
    written++
    disk.writeImage(folder, survivors, random)
    const description = `change ${index} of ${changes.length}, ${survivors} of the unsynced`
    await options.check({ folder, end: change.end, description })
    rmSync(folder, { recursive: true })
  }
}
