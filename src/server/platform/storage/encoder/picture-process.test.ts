import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { getChildProgram } from '#server/platform/child-program.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { AVIF_BOMB, createRedBluePicture } from '#server/testing/files/pictures.ts'
import { PictureProcess } from './picture-process.ts'

const HAS_PROC = existsSync('/proc/self/status')
const NEEDS_PROC = HAS_PROC ? '' : ' (skipped: needs /proc)'
const MAX_PEAK_BYTES = 300_000_000

let encoder: PictureProcess
const start = (limits: ConstructorParameters<typeof PictureProcess>[0] = {}) => (encoder = new PictureProcess(limits))
afterEach(() => encoder.close())

const encode = (bytes: Uint8Array, use: 'profile' | 'cover' = 'cover') => encoder.encode({ bytes, use })

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** 40 megapixels, which compress to a few kilobytes. */
const createFlatPicture = (width = 8_000, height = 5_000) =>
  sharp({ create: { width, height, channels: 3, background: '#346' } })

let heavyPicture: Promise<Buffer> | undefined
/** Takes 220 MB and more than a second. */
const createHeavyPicture = () => (heavyPicture ??= createFlatPicture().png({ progressive: true }).toBuffer())

/** The highest memory use of the encoder's processes while the pictures are encoded. */
async function measurePeak(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const sample = () => {
    if (encoder.pid === undefined || !existsSync(`/proc/${encoder.pid}/status`)) return
    const status = readFileSync(`/proc/${encoder.pid}/status`, 'utf8')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024)
  }
  const timer = setInterval(sample, 2)
  await work()
  clearInterval(timer)
  sample()
  return peak
}

async function expectSmallPeak(bytes: Buffer, expected: string | null): Promise<void> {
  start()
  const peak = await measurePeak(async () => {
    const result = await encode(bytes)
    expect(result && at(Object.keys(result))).toBe(expected)
  })
  expect(peak).toBeGreaterThan(0)
  expect(peak).toBeLessThan(MAX_PEAK_BYTES)
}

describe('the memory of the process', () => {
  test.skipIf(!HAS_PROC).each<[name: string, make: () => Promise<Buffer>, expected: string | null]>([
    ['a 12-bit AVIF of 40 megapixels', async () => AVIF_BOMB, 'problem'],
    ['an AVIF of 8 megapixels', () => createFlatPicture(3_840, 2_160).avif({ effort: 0 }).toBuffer(), 'picture'],
    [
      'an interlaced 16-bit PNG of 40 megapixels',
      () => createFlatPicture().toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      null,
    ],
    [
      'a progressive JPEG of 40 megapixels',
      () => createFlatPicture().jpeg({ progressive: true }).toBuffer(),
      'picture',
    ],
    [
      'a rotated JPEG of 40 megapixels',
      () => createFlatPicture().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      'picture',
    ],
    ['a WebP of 40 megapixels', () => createFlatPicture().webp({ effort: 0 }).toBuffer(), 'picture'],
    ['a GIF of 40 megapixels', () => createFlatPicture().gif({ effort: 1 }).toBuffer(), 'problem'],
    ['a GIF of 30 megapixels', () => createFlatPicture(6_000, 5_000).gif({ effort: 1 }).toBuffer(), 'picture'],
  ])(`stays under 300 MB for %s${NEEDS_PROC}`, { tags: ['slow'], timeout: 60_000 }, async (_name, make, expected) =>
    expectSmallPeak(await make(), expected),
  )

  test.skipIf(!HAS_PROC)(
    `stays under 300 MB for a 12-bit AVIF of few bytes${NEEDS_PROC}`,
    { tags: ['slow'] },
    async () => {
      const bomb = await createFlatPicture(3_840, 2_160).avif({ bitdepth: 12, effort: 0 }).toBuffer()
      expect(bomb.length).toBeLessThan(1_500)
      start()
      // Near the limit, so whether it is accepted depends on the machine.
      expect(await measurePeak(() => encode(bomb))).toBeLessThan(MAX_PEAK_BYTES)
    },
  )

  test.skipIf(!HAS_PROC)(`stays under 300 MB for an interlaced PNG of 40 megapixels${NEEDS_PROC}`, async () =>
    expectSmallPeak(await createHeavyPicture(), 'picture'),
  )

  test('kills a process that exceeds its memory, and serves the next picture', async () => {
    start({ maxRssBytes: 150_000_000 })
    expect(await encode(await createHeavyPicture())).toBeNull()
    expect(await encode(TINY_PNG)).toHaveProperty('picture')
  })
})

test('kills a process that exceeds its time, and serves the next picture', async () => {
  start({ maxCpuMs: 200 })
  expect(await encode(await createHeavyPicture())).toBeNull()
  expect(await encode(TINY_PNG)).toHaveProperty('picture')
})

test('uses one process for several pictures, one after the other', async () => {
  start()
  const photo = await createRedBluePicture(2_000, 1_000).jpeg().toBuffer()
  const encoded = Promise.all([encode(photo), encode(TINY_PNG), encode(Buffer.from('GIF89a?')), encode(photo)])
  expect(encoder.queue).toEqual({ running: 1, waiting: 3 })
  const results = await encoded
  expect(encoder.queue).toEqual({ running: 0, waiting: 0 })
  expect(results.map((result) => result && Object.keys(result))).toEqual([
    ['picture'],
    ['picture'],
    ['problem'],
    ['picture'],
  ])
  const { pid } = encoder
  await encode(TINY_PNG)
  expect(encoder.pid).toBe(pid)
})

test('keeps nothing of a picture that is done while the process goes on', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  start({ idleMs: 600_000 })
  await encode(TINY_PNG)
  const encodeAndForget = async () => new WeakRef((await encode(TINY_PNG)) ?? {})
  const results = [await encodeAndForget(), await encodeAndForget(), await encodeAndForget()]
  await encode(TINY_PNG)
  await eventually(() => {
    collectGarbage()
    // A failed comparison would hold what it compared.
    expect(results.filter((result) => result.deref() !== undefined).length).toBe(0)
  })
})

test('ends an idle process, and starts one for the next picture', async () => {
  start({ idleMs: 50 })
  await encode(TINY_PNG)
  const { pid } = encoder
  await eventually(() => expect(isRunning(pid)).toBe(false))
  expect(encoder.pid).toBeUndefined()
  expect(await encode(TINY_PNG)).toHaveProperty('picture')
})

test('answers null when the process crashes, and serves the next picture', async () => {
  start()
  await encode(TINY_PNG)
  const { pid } = encoder
  const crashed = encode(await createHeavyPicture())
  process.kill(pid ?? 0, 'SIGKILL')
  expect(await crashed).toBeNull()
  expect(await encode(TINY_PNG)).toHaveProperty('picture')
})

test('ends the process when it is closed, after the pictures that are being encoded', async () => {
  start()
  await encode(TINY_PNG)
  const { pid } = encoder
  const last = encode(TINY_PNG)
  await encoder.close()
  expect(await last).toHaveProperty('picture')
  expect(isRunning(pid)).toBe(false)
})

test('ends the process when the server is killed while a picture is encoded', async () => {
  start()
  const heavy = await createHeavyPicture()
  const script = `
    const child = require('node:child_process').fork(${JSON.stringify(getChildProgram('picture-encoder'))}, ['1e12', '1e12'], { serialization: 'advanced' })
    child.once('message', () => {
      child.send({ use: 'cover', bytes: Buffer.from(require('node:fs').readFileSync(0)) })
      console.log(child.pid)
    })`
  const server = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  server.stdin.end(heavy)
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(String(line))
  expect(isRunning(pid)).toBe(true)
  server.kill('SIGKILL')
  await eventually(() => expect(isRunning(pid)).toBe(false))
})
