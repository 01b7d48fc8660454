import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../src/server/demo/seeded-random.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { type Acknowledged, MixedWrites } from '../users/mixed-writes.ts'
import { createCluster, type PostgresPrograms, type RunningPostgres, startCluster } from '../postgres.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { cutImages, type Image } from './cut-images.ts'
import { findIndexProblems, openEmbeddedImage, openServerImage } from './open-image.ts'
import { traceWith } from './trace.ts'

const SEED = 14
const RANDOM_STEPS = 2 ** 30
const ENOUGH_WITHIN_MS = 60_000

export interface PowerCutResult {
  acknowledged: number
  images: number
  /** Acknowledged writes that an image must have: the fewest. */
  fewestInAnImage: number
  /** Sentences for each image that lost or broke something. */
  problems: string[]
  /** The same writes on a disk that ignores fsync. */
  control: { images: number; losses: string[] }
}

export interface PowerCutOptions {
  folder: string
  images: number
  controlImages: number
  writingMs: number
}

/** The whole product is traced, so that its files count as much as its database. */
export async function cutEmbedded(options: PowerCutOptions): Promise<PowerCutResult> {
  const { folder } = options
  const dataDir = join(folder, 'data')
  const campus = await createCampus({ dataDir })
  mkdirSync(join(dataDir, 'uploads'))
  cpSync(dataDir, join(folder, 'before'), { recursive: true })
  const tracePath = join(folder, 'trace')
  const product = await startProduct({ dataDir, wrapper: traceWith(tracePath), settings: { UV_USE_IO_URING: '0' } })
  const acknowledged = await writeFor(options.writingMs, { ...options, campus, tracePath, product })
  const check = (image: Image, lasting: Acknowledged[]) =>
    openEmbeddedImage(join(image.folder, 'database'), async (query) => [
      ...(await findProblems(lasting, { query, campus, uploadsFolder: join(image.folder, 'uploads') })),
      ...(await findIndexProblems(query)),
    ])
  return checkAll({ ...options, tracePath, tracedFolder: dataDir, acknowledged, check })
}

/** Only PostgreSQL is traced. */
export async function cutPostgres(options: PowerCutOptions, programs: PostgresPrograms): Promise<PowerCutResult> {
  const { folder } = options
  const [cluster, dataDir, tracePath] = [join(folder, 'cluster'), join(folder, 'server'), join(folder, 'trace')]
  chmodSync(folder, 0o755)
  createCluster(programs, cluster)
  const untraced = await startCluster(programs, { folder: cluster })
  const campus = await createCampus({ dataDir, databaseUrl: untraced.url })
  await untraced.stop()
  cpSync(cluster, join(folder, 'before'), { recursive: true })
  const wrapper = traceWith(tracePath, programs.owner && 'postgres')
  const postgres = await startCluster(programs, { folder: cluster, wrapper })
  const product = await startProduct({ dataDir, settings: { DATABASE_URL: postgres.url } })
  const acknowledged = await writeFor(options.writingMs, { ...options, campus, tracePath, product, postgres })
  const check = async (image: Image, lasting: Acknowledged[]) => {
    giveTo(image.folder, programs)
    // It names a process that no longer runs after a power cut, but may here.
    rmSync(join(image.folder, 'postmaster.pid'), { force: true })
    const opened = await startCluster(programs, { folder: image.folder, settings: ['-c', 'fsync=off'] })
    const findAll = async (query: Query) => [
      ...(await findProblems(lasting, { query, campus, uploadsFolder: join(dataDir, 'uploads') })),
      ...(await findIndexProblems(query)),
    ]
    try {
      return await openServerImage(opened.url, findAll)
    } finally {
      await opened.kill()
    }
  }
  return checkAll({ ...options, tracePath, tracedFolder: cluster, acknowledged, check })
}

function giveTo(folder: string, { owner }: PostgresPrograms): void {
  if (!owner) return
  chownSync(folder, owner.uid, owner.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
}

interface Writing {
  campus: Campus
  /** Each acknowledged write has a sync, before or behind which the power is cut. */
  images: number
  tracePath: string
  product: RunningProduct
  postgres?: RunningPostgres
}

/** For so long and until there are enough writes. Ends everything with kill -9. */
async function writeFor(
  ms: number,
  { campus, images, tracePath, product, postgres }: Writing,
): Promise<Acknowledged[]> {
  try {
    const writes = new MixedWrites({ campus, position: () => statSync(tracePath).size })
    const ending = new AbortController()
    const writing = writes.run(product.url, ending.signal)
    const startedAt = performance.now()
    const isEnough = () => performance.now() > startedAt + ms && writes.acknowledged.length >= images
    while (!isEnough() && performance.now() < startedAt + ms + ENOUGH_WITHIN_MS) await sleep(50)
    ending.abort()
    await writing
    return writes.acknowledged
  } finally {
    await product.kill()
    await postgres?.kill()
  }
}

interface Checking extends PowerCutOptions {
  tracePath: string
  tracedFolder: string
  acknowledged: Acknowledged[]
  check(image: Image, lasting: Acknowledged[]): Promise<string[]>
}

async function checkAll({ controlImages, ...options }: Checking): Promise<PowerCutResult> {
  const checked = await checkImages(options, true)
  const control = await checkImages({ ...options, images: controlImages }, false)
  return {
    acknowledged: options.acknowledged.length,
    images: checked.length,
    fewestInAnImage: Math.min(...checked.map(({ lasting }) => lasting)),
    problems: checked.flatMap(({ name, found }) =>
      found.length > 0 ? [`${name}: ${found.slice(0, 5).join('; ')}`] : [],
    ),
    // One that does not open, or whose indexes are broken, does not show that the check finds lost writes.
    control: {
      images: control.length,
      losses: control.flatMap(({ name, found }) => {
        const lost = found.filter((problem) => problem.startsWith('lost '))
        return lost.length > 0 ? [`${name}: ${lost.slice(0, 3).join('; ')}`] : []
      }),
    },
  }
}

interface CheckedImage {
  name: string
  /** Acknowledged writes that it must have. */
  lasting: number
  found: string[]
}

async function checkImages(
  { acknowledged, check, ...options }: Omit<Checking, 'controlImages'>,
  syncs: boolean,
): Promise<CheckedImage[]> {
  const checked: CheckedImage[] = []
  const { between } = seededRandom(SEED)
  await cutImages({
    ...options,
    syncs,
    start: Math.min(...acknowledged.map(({ at }) => at)),
    before: join(options.folder, 'before'),
    workFolder: options.folder,
    random: () => between(0, RANDOM_STEPS - 1) / RANDOM_STEPS,
    check: async (image) => {
      const lasting = acknowledged.filter(({ at }) => at <= image.end)
      const found = await check(image, lasting).catch((error: unknown) => [`it does not open: ${String(error)}`])
      checked.push({ name: image.description, lasting: lasting.length, found })
    },
  })
  return checked
}
