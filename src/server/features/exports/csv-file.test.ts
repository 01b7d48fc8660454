import { setImmediate as nextTurn } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Db } from '#server/platform/db/connect.ts'
import { type CsvFile, createCsvStream } from './csv-file.ts'

const nothing = z.object({})
const NO_DATABASE = {} as Db

/** A table of 100,000 rows that counts its queries. */
function aLongTable() {
  let asked = 0
  const file: CsvFile<typeof nothing> = {
    name: 'long',
    filter: nothing,
    columns: ['id', 'words'],
    nextRange: async (_db, before = 100_001) => (before === 1 ? null : { first: before - 1_000, last: before - 1 }),
    where: async () => undefined,
    rows: async (_db, _where, { first, last }) => {
      asked += 1
      return Array.from({ length: last - first + 1 }, (_, n) => [last - n, 'x'.repeat(200)])
    },
  }
  return { stream: createCsvStream(file, NO_DATABASE, {}), asked: () => asked }
}

async function settle() {
  for (let turn = 0; turn < 50; turn++) await nextTurn()
}

test('streams 100,000 rows, each once', async () => {
  const { stream, asked } = aLongTable()
  const lines = (await text(stream)).trim().split('\r\n')
  expect([lines.length, lines[0], lines[1]?.slice(0, 8), lines.at(-1)?.slice(0, 3), asked()]).toEqual([
    100_001,
    'id,words',
    '100000,x',
    '1,x',
    100,
  ])
})

test('stops loading rows when the client does not read or has left', async () => {
  const { stream, asked } = aLongTable()
  stream.once('readable', () => {})
  await settle()
  const before = asked()
  expect(before).toBeLessThanOrEqual(2)
  stream.read()
  await settle()
  expect(asked()).toBeGreaterThan(before)
  const then = asked()
  stream.destroy()
  await settle()
  expect(asked()).toBe(then)
})
