import { describe, expect, test } from 'vitest'
import { ResponseCache, type CacheableValue } from './response-cache.ts'

/** Something to be made that is done when it is told so. */
function slow<Value>(value: Value, tags: string[] = ['courses']) {
  let finish: (made: CacheableValue<Value>) => void = () => {}
  let fail: (error: Error) => void = () => {}
  let times = 0
  const make = () => {
    times++
    return new Promise<CacheableValue<Value>>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  return {
    make,
    finish: () => finish({ value, tags: tags, sizeBytes: 10 }),
    fail: (error: Error) => fail(error),
    times: () => times,
  }
}
const ready =
  (value: string, tags = ['courses']) =>
  async () => ({ value, tags, sizeBytes: 10 })
const never = async (): Promise<CacheableValue<string>> => {
  throw new Error('made although it was kept')
}

describe('what is kept ready', () => {
  test('is made once for a crowd that asks at once', async () => {
    const cache = new ResponseCache()
    const work = slow('answer')
    const crowd = Array.from({ length: 100 }, () => cache.getOrLoad('key', work.make))
    work.finish()
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['answer']))
    expect(work.times()).toBe(1)
    expect(await cache.getOrLoad('key', never)).toBe('answer')
  })

  test('goes when one of its tags changes, and only then', async () => {
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

  test('without a subject is made each time', async () => {
    const cache = new ResponseCache()
    expect(await cache.getOrLoad('key', ready('one', []))).toBe('one')
    expect(await cache.getOrLoad('key', ready('two', []))).toBe('two')
  })

  test('is a null too', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('key', async () => ({ value: null, tags: ['courses'], sizeBytes: 1 }))
    expect(await cache.getOrLoad<string | null>('key', never)).toBeNull()
  })

  test('goes by key as if it had never been when it is thrown out for room', async () => {
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

describe('a write while an answer is being made', () => {
  test('keeps it from being kept, and from being given to who asks after the write', async () => {
    const cache = new ResponseCache()
    const before = slow('before the write')
    const early = cache.getOrLoad('key', before.make)
    cache.invalidate(['courses'])
    const after = slow('after the write')
    const late = cache.getOrLoad('key', after.make)
    after.finish()
    before.finish()
    expect([await early, await late]).toEqual(['before the write', 'after the write'])
    expect(await cache.getOrLoad('key', never)).toBe('after the write')
  })

  test('of any subject does so, since what it is about is not known yet', async () => {
    const cache = new ResponseCache()
    const work = slow('answer', ['progress:1'])
    const asked = cache.getOrLoad('key', work.make)
    cache.invalidate(['blogs'])
    work.finish()
    await asked
    expect(cache.get('key')).toBeUndefined()
  })
})

describe('a failure', () => {
  test('reaches everyone who waited, and nobody after them', async () => {
    const cache = new ResponseCache()
    const work = slow('never')
    const crowd = Array.from({ length: 3 }, () => cache.getOrLoad('key', work.make))
    work.fail(new Error('away'))
    expect((await Promise.allSettled(crowd)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await cache.getOrLoad('key', ready('back'))).toBe('back')
  })
})

describe('while word of changes cannot arrive', () => {
  test('nothing is kept, neither what was nor what is being made', async () => {
    const cache = new ResponseCache()
    await cache.getOrLoad('kept', ready('kept'))
    const work = slow('under way')
    const asked = cache.getOrLoad('under way', work.make)
    cache.setEnabled(false)
    work.finish()
    expect(await asked).toBe('under way')
    await cache.getOrLoad('meanwhile', ready('meanwhile'))
    expect(['kept', 'under way', 'meanwhile'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined])
    cache.setEnabled(true)
    await cache.getOrLoad('again', ready('again'))
    expect(cache.get('again')).toBe('again')
  })

  test('what was being made across the gap is not kept after it either', async () => {
    const cache = new ResponseCache()
    const work = slow('old')
    const asked = cache.getOrLoad('key', work.make)
    cache.setEnabled(false)
    cache.setEnabled(true)
    work.finish()
    await asked
    expect(cache.get('key')).toBeUndefined()
  })
})
