import { describe, expect, test } from 'vitest'
import { AnswerCache, type Made } from './response-cache.ts'

/** Something to be made that is done when it is told so. */
function slow<Value>(value: Value, subjects: string[] = ['courses']) {
  let finish: (made: Made<Value>) => void = () => {}
  let fail: (error: Error) => void = () => {}
  let times = 0
  const make = () => {
    times++
    return new Promise<Made<Value>>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  return {
    make,
    finish: () => finish({ value, subjects, bytes: 10 }),
    fail: (error: Error) => fail(error),
    times: () => times,
  }
}
const ready =
  (value: string, subjects = ['courses']) =>
  async () => ({ value, subjects, bytes: 10 })
const never = async (): Promise<Made<string>> => {
  throw new Error('made although it was kept')
}

describe('what is kept ready', () => {
  test('is made once for a crowd that asks at once', async () => {
    const cache = new AnswerCache()
    const work = slow('answer')
    const crowd = Array.from({ length: 100 }, () => cache.keep('key', work.make))
    work.finish()
    expect(new Set(await Promise.all(crowd))).toEqual(new Set(['answer']))
    expect(work.times()).toBe(1)
    expect(await cache.keep('key', never)).toBe('answer')
  })

  test('goes when one of its subjects changes, and only then', async () => {
    const cache = new AnswerCache()
    await cache.keep('both', ready('old', ['courses', 'progress:1']))
    await cache.keep('other', ready('other', ['blogs']))
    cache.drop(['reviews', 'progress:2'])
    expect(await cache.keep('both', never)).toBe('old')
    cache.drop(['progress:1'])
    expect(await cache.keep('both', ready('new', ['courses', 'progress:1']))).toBe('new')
    cache.drop(['courses'])
    expect(cache.get('both')).toBeUndefined()
    expect(await cache.keep('other', never)).toBe('other')
  })

  test('without a subject is made each time', async () => {
    const cache = new AnswerCache()
    expect(await cache.keep('key', ready('one', []))).toBe('one')
    expect(await cache.keep('key', ready('two', []))).toBe('two')
  })

  test('is a null too', async () => {
    const cache = new AnswerCache()
    await cache.keep('key', async () => ({ value: null, subjects: ['courses'], bytes: 1 }))
    expect(await cache.keep<string | null>('key', never)).toBeNull()
  })

  test('goes by key as if it had never been when it is thrown out for room', async () => {
    const cache = new AnswerCache()
    for (let n = 0; n < 20; n++) {
      await cache.keep(`key${n}`, async () => ({ value: n, subjects: ['courses'], bytes: 4 * 1024 * 1024 }))
    }
    expect(cache.get('key0')).toBeUndefined()
    expect(cache.get('key19')).toBe(19)
    cache.drop(['courses'])
    expect(cache.get('key19')).toBeUndefined()
  })
})

describe('a write while an answer is being made', () => {
  test('keeps it from being kept, and from being given to who asks after the write', async () => {
    const cache = new AnswerCache()
    const before = slow('before the write')
    const early = cache.keep('key', before.make)
    cache.drop(['courses'])
    const after = slow('after the write')
    const late = cache.keep('key', after.make)
    after.finish()
    before.finish()
    expect([await early, await late]).toEqual(['before the write', 'after the write'])
    expect(await cache.keep('key', never)).toBe('after the write')
  })

  test('of any subject does so, since what it is about is not known yet', async () => {
    const cache = new AnswerCache()
    const work = slow('answer', ['progress:1'])
    const asked = cache.keep('key', work.make)
    cache.drop(['blogs'])
    work.finish()
    await asked
    expect(cache.get('key')).toBeUndefined()
  })
})

describe('a failure', () => {
  test('reaches everyone who waited, and nobody after them', async () => {
    const cache = new AnswerCache()
    const work = slow('never')
    const crowd = Array.from({ length: 3 }, () => cache.keep('key', work.make))
    work.fail(new Error('away'))
    expect((await Promise.allSettled(crowd)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await cache.keep('key', ready('back'))).toBe('back')
  })
})

describe('while word of changes cannot arrive', () => {
  test('nothing is kept, neither what was nor what is being made', async () => {
    const cache = new AnswerCache()
    await cache.keep('kept', ready('kept'))
    const work = slow('under way')
    const asked = cache.keep('under way', work.make)
    cache.setOpen(false)
    work.finish()
    expect(await asked).toBe('under way')
    await cache.keep('meanwhile', ready('meanwhile'))
    expect(['kept', 'under way', 'meanwhile'].map((key) => cache.get(key))).toEqual([undefined, undefined, undefined])
    cache.setOpen(true)
    await cache.keep('again', ready('again'))
    expect(cache.get('again')).toBe('again')
  })

  test('what was being made across the gap is not kept after it either', async () => {
    const cache = new AnswerCache()
    const work = slow('old')
    const asked = cache.keep('key', work.make)
    cache.setOpen(false)
    cache.setOpen(true)
    work.finish()
    await asked
    expect(cache.get('key')).toBeUndefined()
  })
})
