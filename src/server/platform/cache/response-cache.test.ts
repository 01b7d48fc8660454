import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { ResponseCache, type CacheableValue } from './response-cache.ts'

/** A load that ends when the test says so. */
function slow<Value>(value: Value, tags: string[] = ['courses']) {
  let finish: (result: CacheableValue<Value>) => void = () => {}
  let fail: (error: Error) => void = () => {}
  let times = 0
  const load = () => {
    times++
    return new Promise<CacheableValue<Value>>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  return {
    load,
    finish: () => finish({ value, tags: tags, sizeBytes: 10 }),
    fail: (error: Error) => fail(error),
    times: () => times,
  }
}
const ready =
  (value: string, tags = ['courses']) =>
  async () => ({ value, tags, sizeBytes: 10 })
const never = async (): Promise<CacheableValue<string>> => {
  throw new Error('loaded although it was cached')
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a cached value', () => {
  test('takes no memory once its time is over', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('one', ready('one'))
    const { sizeBytes } = cache
    for (const key of ['two', 'three']) await cache.getOrLoad(key, ready(key))
    expect(cache.sizeBytes).toBe(3 * sizeBytes)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000)
    // The library looks at the clock once a millisecond.
    await sleep(5)
    await cache.getOrLoad('four', ready('four'))
    expect(cache.sizeBytes).toBe(sizeBytes)
  })

  test('is dropped after its own time, without an invalidation', async () => {
    const cache = new ResponseCache()
    const load = async () => ({ value: 'answer', tags: ['courses'], sizeBytes: 10, maxAgeMs: 20 })
    await cache.getOrLoad('key', load)
    await cache.getOrLoad('other', ready('kept'))
    await eventually(() => expect(cache.get('key')).toBeUndefined())
    expect(cache.get('other')).toBe('kept')
  })

  test('is loaded once for concurrent callers', async () => {
    const cache = new ResponseCache()
    const work = slow('answer')
    const callers = Array.from({ length: 100 }, () => cache.getOrLoad('key', work.load))
    work.finish()
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['answer']))
    expect(work.times()).toBe(1)
    expect(await cache.getOrLoad('key', never)).toBe('answer')
  })

  test('is dropped when one of its tags is invalidated, and only then', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('both', ready('old', ['courses', 'progress:1']))
    await cache.getOrLoad('other', ready('other', ['blogs']))
    cache.invalidate(['reviews', 'progress:2'])
    expect(await cache.getOrLoad('both', never)).toBe('old')
    cache.invalidate(['progress:1'])
    expect(await cache.getOrLoad('both', ready('new', ['courses', 'progress:1']))).toBe('new')
    cache.invalidate(['courses'])
    expect(cache.get('both')).toBeUndefined()
    expect(await cache.getOrLoad('other', never)).toBe('other')
  })

  test('is not stored without tags', async () => {
    const cache = new ResponseCache()
    expect(await cache.getOrLoad('key', ready('one', []))).toBe('one')
    expect(await cache.getOrLoad('key', ready('two', []))).toBe('two')
  })

  test('may be null', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('key', async () => ({ value: null, tags: ['courses'], sizeBytes: 1 }))
    expect(await cache.getOrLoad<string | null>('key', never)).toBeNull()
  })

  test('leaves no trace in the tag index when it is evicted', async () => {
    const cache = new ResponseCache()
    for (let n = 0; n < 20; n++) {
      await cache.getOrLoad(`key${n}`, async () => ({ value: n, tags: ['courses'], sizeBytes: 4 * 1024 * 1024 }))
    }
    expect(cache.get('key0')).toBeUndefined()
    expect(cache.get('key19')).toBe(19)
    cache.invalidate(['courses'])
    expect(cache.get('key19')).toBeUndefined()
  })
})

describe('an invalidation during a load', () => {
  test('keeps the result from being stored or shared with later callers', async () => {
    const cache = new ResponseCache()
    const before = slow('before the write')
    const early = cache.getOrLoad('key', before.load)
    cache.invalidate(['courses'])
    const after = slow('after the write')
    const late = cache.getOrLoad('key', after.load)
    after.finish()
    before.finish()
    expect([await early, await late]).toEqual(['before the write', 'after the write'])
    expect(await cache.getOrLoad('key', never)).toBe('after the write')
  })

  test('of other tags lets the result be stored, but later callers load anew: its tags are not known yet', async () => {
    const cache = new ResponseCache()
    const early = slow('answer', ['courses', 'progress:1'])
    const asked = cache.getOrLoad('key', early.load)
    cache.invalidate(['blogs', 'progress:2'])
    const late = slow('answer to a later caller', ['courses', 'progress:1'])
    const askedLater = cache.getOrLoad('key', late.load)
    early.finish()
    expect(await asked).toBe('answer')
    expect(cache.get('key')).toBe('answer')
    late.finish()
    expect(await askedLater).toBe('answer to a later caller')
    expect(late.times()).toBe(1)
  })

  test.each(['courses', 'progress:1'])('of %s, one of its tags, keeps the result from being stored', async (tag) => {
    const cache = new ResponseCache()
    const work = slow('answer', ['courses', 'progress:1'])
    const asked = cache.getOrLoad('key', work.load)
    cache.invalidate(['blogs'])
    cache.invalidate([tag])
    cache.invalidate(['blogs'])
    work.finish()
    expect(await asked).toBe('answer')
    expect(cache.get('key')).toBeUndefined()
  })

  test('lets an outdated load that ends last leave the newer value in place', async () => {
    const cache = new ResponseCache()
    const before = slow('before the write')
    const early = cache.getOrLoad('key', before.load)
    cache.invalidate(['courses'])
    await cache.getOrLoad('key', ready('after the write'))
    before.finish()
    await early
    expect(cache.get('key')).toBe('after the write')
  })

  test('keeps a result from being stored that later callers do not share any more', async () => {
    const cache = new ResponseCache()
    const early = slow('before the write')
    const asked = cache.getOrLoad('key', early.load)
    cache.invalidate(['blogs'])
    const late = slow('also before the write')
    const askedLater = cache.getOrLoad('key', late.load)
    cache.invalidate(['courses'])
    late.finish()
    early.finish()
    expect([await asked, await askedLater]).toEqual(['before the write', 'also before the write'])
    expect(cache.get('key')).toBeUndefined()
  })

  test('of other tags lets an earlier load that ends last leave the later one’s value in place', async () => {
    const cache = new ResponseCache()
    const early = slow('early')
    const asked = cache.getOrLoad('key', early.load)
    cache.invalidate(['blogs'])
    await cache.getOrLoad('key', ready('late'))
    early.finish()
    expect(await asked).toBe('early')
    expect(cache.get('key')).toBe('late')
  })
})

describe('a failed load', () => {
  test('rejects all waiting callers and no later ones', async () => {
    const cache = new ResponseCache()
    const work = slow('never')
    const callers = Array.from({ length: 3 }, () => cache.getOrLoad('key', work.load))
    work.fail(new Error('away'))
    expect((await Promise.allSettled(callers)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ])
    expect(await cache.getOrLoad('key', ready('back'))).toBe('back')
  })
})

describe('while the bus is disconnected', () => {
  test('stores nothing and drops what was stored', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('cached', ready('cached'))
    const work = slow('loading')
    const asked = cache.getOrLoad('loading', work.load)
    cache.setEnabled(false)
    work.finish()
    expect(await asked).toBe('loading')
    await cache.getOrLoad('while-closed', ready('while-closed'))
    expect(['cached', 'loading', 'while-closed'].map((key) => cache.get(key))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    cache.setEnabled(true)
    await cache.getOrLoad('again', ready('again'))
    expect(cache.get('again')).toBe('again')
  })

  test('does not store a load that started before the disconnection', async () => {
    const cache = new ResponseCache()
    const work = slow('old')
    const asked = cache.getOrLoad('key', work.load)
    cache.setEnabled(false)
    cache.setEnabled(true)
    work.finish()
    await asked
    expect(cache.get('key')).toBeUndefined()
  })

  test('does not store a load that started meanwhile, whichever ends first', async () => {
    const cache = new ResponseCache()
    cache.setEnabled(false)
    const [first, second] = [slow('first'), slow('second')]
    const asked = [cache.getOrLoad('key', first.load), cache.getOrLoad('key', second.load)]
    cache.setEnabled(true)
    first.finish()
    expect(await asked[0]).toBe('first')
    expect(cache.get('key')).toBeUndefined()
    second.finish()
    expect(await asked[1]).toBe('second')
    expect(cache.get('key')).toBeUndefined()
  })
})
