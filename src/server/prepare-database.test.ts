import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readEnv } from './env.ts'
import { connect } from './platform/db/connect.ts'
import { prepareDatabase } from './prepare-database.ts'
import { createEmptyDatabase, NEEDS_SERVER, ON_SERVER } from './testing/test-db.ts'

const ROUNDS = 2

describe.skipIf(!ON_SERVER)(`an empty database with the demo academy${NEEDS_SERVER}`, () => {
  test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))(
    'is filled once by two processes that start together (round %i)',
    async () => {
      const { databaseUrl, drop } = await createEmptyDatabase()
      const env = readEnv({
        DATA_DIR: mkdtempSync(join(inject('runFolder'), 'test-')),
        DATABASE_URL: databaseUrl,
        DEMO: 'on',
      })
      const databases = await Promise.all([connect(env), connect(env)])
      const prepared = await Promise.all(databases.map((database) => prepareDatabase(database, env)))
      // The password is printed by the process that has created the admin, once.
      expect(prepared.flatMap(({ admin }) => (admin.isNew ? [admin.password] : []))).toEqual([expect.any(String)])
      expect(prepared.map(({ seeded }) => seeded?.isNew).toSorted()).toEqual([false, true])
      const { rows } = await databases[0].pool.query(`select
        (select count(*)::int from users where role = 'admin') as admins,
        (select count(*)::int from courses group by title order by 1 desc limit 1) as courses_of_a_title,
        (select count(*)::int > 0 from messages) as has_conversations`)
      expect(rows).toEqual([{ admins: 1, courses_of_a_title: 1, has_conversations: true }])
      await Promise.all(databases.map((database) => database.close()))
      await drop()
    },
  )
})
