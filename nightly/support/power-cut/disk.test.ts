import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../../src/server/demo/seeded-random.ts'
import { cutImages } from './cut-images.ts'
import { Disk } from './disk.ts'
import { parseTrace } from './parse-trace.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-disk-'))
  mkdirSync(join(folder, 'before'))
  writeFileSync(join(folder, 'before/old'), 'old')
})
afterEach(() => rmSync(folder, { recursive: true }))

const hex = (text: string) =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, String.raw`\x$&`)
const fd = (path: string) => `7<${hex(path)}>`
const name = (path: string) => `"${hex(path)}"`

/** The lines of a trace, as strace writes them. */
const line = {
  open: (path: string, flags = 'O_WRONLY|O_CREAT', pid = 1) =>
    `${pid} openat(AT_FDCWD<${hex('/')}>, ${name(path)}, ${flags}, 0600) = ${fd(path)}`,
  write: (path: string, text: string) => `1 write(${fd(path)}, ${name(text)}, ${text.length}) = ${text.length}`,
  pwrite: (path: string, text: string, offset: number) =>
    `1 pwrite64(${fd(path)}, ${name(text)}, ${text.length}, ${offset}) = ${text.length}`,
  sync: (path: string) => `1 fsync(${fd(path)}) = 0`,
  rename: (from: string, to: string) => `1 rename(${name(from)}, ${name(to)}) = 0`,
}

/** The files after a power cut behind these lines. */
function cut(
  lines: string[],
  survivors: 'none' | 'all' | 'some' = 'none',
  { syncs = true, random = (): number => 0 } = {},
) {
  const disk = new Disk(join(folder, 'before'), '/data', syncs)
  for (const change of parseTrace(Buffer.from(`${lines.join('\n')}\n`), '/data')) disk.apply(change)
  const image = mkdtempSync(join(folder, 'image-'))
  disk.writeImage(image, survivors, random)
  return Object.fromEntries(readdirSync(image).map((file) => [file, readFileSync(join(image, file), 'utf8')]))
}

describe('what a power cut leaves', () => {
  const old = 'old'
  const written = [line.open('/data/a'), line.write('/data/a', 'one'), line.write('/data/a', 'two')]

  test('is what was there before when nothing was synced', () => {
    expect(cut(written)).toEqual({ old })
    expect(cut(written, 'all')).toEqual({ old, a: 'onetwo' })
  })

  test('has a synced file with its name, and nothing written after the sync', () => {
    const lines = [...written, line.sync('/data/a'), line.pwrite('/data/a', 'NEW', 0)]
    expect(cut(lines)).toEqual({ old, a: 'onetwo' })
    expect(cut(lines, 'all')).toEqual({ old, a: 'NEWtwo' })
  })

  test('loses the synced file on a disk that ignores fsync', () => {
    expect(cut([...written, line.sync('/data/a')], 'none', { syncs: false })).toEqual({ old })
  })

  test('has a new name only after the sync of its folder', () => {
    const renamed = [...written, line.sync('/data/a'), line.rename('/data/a', '/data/b')]
    expect(cut(renamed)).toEqual({ old, a: 'onetwo' })
    expect(cut([...renamed, line.sync('/data')])).toEqual({ old, b: 'onetwo' })
  })

  test('brings a removed file back', () => {
    expect(cut([`1 unlink(${name('/data/old')}) = 0`])).toEqual({ old })
    expect(cut([`1 unlink(${name('/data/old')}) = 0`, line.sync('/data')])).toEqual({})
  })

  test('may have one page of a write without the other', () => {
    const pages = 'x'.repeat(4_096) + 'y'.repeat(4_096)
    const lines = [line.open('/data/old'), line.pwrite('/data/old', pages, 0)]
    // The first draw is how many names survive.
    const FIRST_PAGE = 1
    let draws = 0
    const random = () => (draws++ === FIRST_PAGE ? 0.9 : 0)
    const { old: torn } = cut(lines, 'some', { random })
    expect(torn?.length).toBe(8_192)
    expect(torn).not.toBe(pages)
  })

  test('has a truncated file only after its sync', () => {
    const emptied = [line.open('/data/old', 'O_WRONLY|O_TRUNC')]
    expect(cut(emptied)).toEqual({ old })
    expect(cut([...emptied, line.sync('/data/old')])).toEqual({ old: '' })
  })
})

describe('cutImages', () => {
  /** The files of each image. */
  async function cutAll(
    lines: string[],
    { images, start = 0, random = () => 0 }: { images: number; start?: number; random?: () => number },
  ) {
    const tracePath = join(folder, 'trace')
    writeFileSync(tracePath, `${lines.join('\n')}\n`)
    const before = join(folder, 'before')
    const files: string[][] = []
    await cutImages({
      ...{ tracePath, before, tracedFolder: '/data', images, start, syncs: true, workFolder: folder, random },
      check: async (image) => void files.push(readdirSync(image.folder).sort()),
    })
    return files
  }
  const write = (path: string) => [line.open(path), line.write(path, 'one'), line.sync(path)]

  test('makes an image after the last sync of a trace', async () => {
    const files = await cutAll(write('/data/a'), { images: 1 })
    expect(files).toEqual([['a', 'old']])
  })

  test('makes none before the first acknowledged write', async () => {
    const first = write('/data/a')
    const { between } = seededRandom(1)
    const random = () => between(0, 99) / 100
    const start = first.join('\n').length + 1
    const files = await cutAll([...first, ...write('/data/b'), ...write('/data/c'), ...write('/data/d')], {
      images: 2,
      start,
      random,
    })
    expect(files).toHaveLength(2)
    for (const names of files) expect(names).toContain('a')
  })
})

describe('parseTrace', () => {
  const parse = (lines: string[]) => [...parseTrace(Buffer.from(`${lines.join('\n')}\n`), '/data')]

  test('joins a call that another thread interrupted', () => {
    const [whole = ''] = [line.sync('/data/a')]
    const lines = [`1 fsync(${fd('/data/a')} <unfinished ...>`, line.sync('/data/b'), '1 <... fsync resumed>) = 0']
    expect(parse(lines).map((change) => change.path)).toEqual(['/data/b', '/data/a'])
    expect(parse([whole])[0]?.end).toBe(whole.length + 1)
  })

  test('leaves out failed calls and other folders', () => {
    expect(parse([`1 unlink(${name('/data/a')}) = -1 ENOENT (No such file or directory)`])).toEqual([])
    expect(parse([line.sync('/database/a')])).toEqual([])
  })

  test('reads the parts of a vectored write', () => {
    const list = `[{iov_base=${name('ab')}, iov_len=2}, {iov_base=${name('c')}, iov_len=1}]`
    const [change] = parse([`1 pwritev(${fd('/data/a')}, ${list}, 2, 10) = 3`])
    expect(change).toMatchObject({ kind: 'write', offset: 10, bytes: Buffer.from('abc') })
  })

  test('fails on a write that the trace cut short', () => {
    expect(() => parse([`1 write(${fd('/data/a')}, ${name('ab')}..., 5) = 5`])).toThrow('cut a write of 5 bytes short')
  })
})
