import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, Pool } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { retryConnecting } from './retry-connecting.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' })

let failure: Error | undefined
let attempts = 0

class FakeClient extends EventEmitter {
  _queryable = true
  connect(callback: (error?: Error) => void): void {
    attempts++
    process.nextTick(callback, failure)
  }
  query(_text: string, _values: unknown, callback: (error: null, result: object) => void): void {
    process.nextTick(callback, null, { rows: ['row'] })
  }
  end(callback: () => void): void {
    callback()
  }
}

let pool: Pool
beforeEach(() => {
  pool = new Pool({ Client: FakeClient as unknown as new () => Client })
  retryConnecting(pool)
  failure = refused
  attempts = 0
})

test('queries and transactions wait for a database that refuses connections for a moment', async () => {
  const [query, connection] = [pool.query('select 1'), pool.connect()]
  await sleep(200)
  failure = undefined
  expect((await query).rows).toEqual(['row'])
  ;(await connection).release()
  expect(attempts).toBeGreaterThan(4)
})

test('nothing waits after the first second of an outage, and again in the next outage', async () => {
  await expect(pool.connect()).rejects.toBe(refused)
  attempts = 0
  await expect(pool.connect()).rejects.toBe(refused)
  await expect(pool.query('select 1')).rejects.toBe(refused)
  expect(attempts).toBe(2)
  failure = undefined
  ;(await pool.connect()).release(true)
  failure = refused
  const connection = pool.connect()
  await sleep(200)
  failure = undefined
  ;(await connection).release()
})

test('fails at once with any other error, and while the pool ends', async () => {
  failure = wrongPassword
  await expect(pool.connect()).rejects.toBe(wrongPassword)
  expect(attempts).toBe(1)
  failure = refused
  const connection = pool.connect()
  const ended = pool.end()
  await expect(connection).rejects.toBe(refused)
  await ended
  expect(attempts).toBe(2)
})
