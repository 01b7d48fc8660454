import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { copyTemplate } from '#server/testing/template.ts'
import { NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'
import { DatabaseSocket } from './database-socket.ts'
import { openPGlite } from './open-pglite.ts'

const MAX_CONNECTIONS = 3
let folder = ''
let db: PGlite
let server: DatabaseSocket
const onFailure = vi.fn<(error: unknown) => void>()
const clients: Client[] = []

const fail = (line: string) => {
  throw new Error(line)
}

beforeAll(async () => {
  if (ON_SERVER) return
  folder = mkdtempSync(join(tmpdir(), 'lantern-socket-'))
  await copyTemplate(folder)
  db = await openPGlite(join(folder, 'database'), { onFatal: fail, isTemporary: true })
  server = new DatabaseSocket(db, { maxConnections: MAX_CONNECTIONS, onFailure })
  await server.listen(getPath())
  const client = await open()
  await client.query('create table written (id serial primary key, text text)')
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
})
afterAll(async () => {
  if (ON_SERVER) return
  await server.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

const getPath = () => join(folder, '.s.PGSQL.5432')

async function open(): Promise<Client> {
  const client = new Client({ host: folder, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

const insert = (client: Client, text: string) => client.query('insert into written (text) values ($1)', [text])
const count = async (client: Client, text: string) =>
  (await client.query<{ n: number }>('select count(*)::int as n from written where text = $1', [text])).rows[0]?.n

describe.skipIf(ON_SERVER)(`the socket of the embedded database${NEEDS_EMBEDDED}`, () => {
  test('sends the answer of a query in one piece', async () => {
    const client = await open()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    let pieces = 0
    stream.on('data', () => pieces++)
    await client.query('select $1::text as text', ['a'])
    expect(pieces).toBe(1)
  })

  test('answers what is longer than any buffer', async () => {
    const client = await open()
    const text = 'ä'.repeat(5_000_000)
    const { rows } = await client.query<{ text: string }>('select $1::text as text', [text])
    expect(rows[0]?.text === text).toBe(true)
  })

  test('answers after an error, of a query with and without parameters', async () => {
    const client = await open()
    for (const [values, text] of [
      [undefined, 'there is no parameter $1'],
      [['x'], 'invalid input syntax for type integer'],
    ] as const) {
      await expect(client.query('select $1::int', values && [...values])).rejects.toThrow(text)
      await expect(client.query('select * from absent', [])).rejects.toThrow('relation "absent" does not exist')
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })

  test('lets a transaction have the database alone', async () => {
    const [one, other] = [await open(), await open()]
    await one.query('begin')
    await insert(one, 'together')
    const counted = count(other, 'together')
    await insert(one, 'together')
    await one.query('commit')
    expect(await counted).toBe(2)
  })

  test('does so after an error in the transaction too', async () => {
    const [one, other] = [await open(), await open()]
    await one.query('begin')
    await insert(one, 'undone')
    await expect(one.query('select * from absent')).rejects.toThrow('does not exist')
    const counted = count(other, 'undone')
    await expect(insert(one, 'undone')).rejects.toThrow('current transaction is aborted')
    await one.query('rollback')
    expect(await counted).toBe(0)
  })

  test('undoes the transaction of a connection that is lost, and what others asked meanwhile is answered', async () => {
    const [one, other] = [await open(), await open()]
    await one.query('begin')
    await insert(one, 'lost')
    const counted = count(other, 'lost')
    const { stream } = (one as unknown as { connection: { stream: Socket } }).connection
    stream.destroy()
    expect(await counted).toBe(0)
    expect(db.isInTransaction()).toBe(false)
  })

  test('cuts a connection that does not speak its protocol, and no other', async () => {
    const client = await open()
    const stranger = connect(getPath())
    stranger.on('error', () => {})
    stranger.write('GET / HTTP/1.1')
    await once(stranger, 'close')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('refuses more connections than it may have', async () => {
    await Promise.all(Array.from({ length: MAX_CONNECTIONS }, open))
    await expect(open()).rejects.toThrow(/terminated|EPIPE|ECONNRESET/)
  })

  test('reports that the database failed', async () => {
    const client = await open()
    const failure = new Error('memory access out of bounds')
    const spy = vi.spyOn(db, 'execProtocolRawStream').mockRejectedValueOnce(failure)
    const query = client.query('select 1').catch(() => null)
    await vi.waitFor(() => expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure))
    spy.mockRestore()
    clients.splice(0)
    await client.end()
    await query
  })
})
