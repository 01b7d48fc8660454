import { expect, test } from 'vitest'
import { createFactories } from './factories.ts'
import { borrowTestDatabase } from './test-db.ts'

test('lends each test file a database without rows, whose ids start again', async () => {
  const fill = async () => {
    const { database, drop } = await borrowTestDatabase()
    const make = createFactories(database.db)
    const [user, course] = [await make.signedIn(), await make.course()]
    await make.enrollment(user.id, course.id)
    // A deleted row has used its id too.
    await database.pool.query('DELETE FROM sessions')
    const { rows: counts } = await database.pool.query(
      'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM lessons) AS rows',
    )
    const { rows: log } = await database.pool.query(`INSERT INTO system_log (message) VALUES ('a') RETURNING id`)
    await drop()
    return { ids: [user.id, course.id, ...log.map(({ id }) => id)], counts }
  }
  await fill()
  const second = await fill()
  expect(second.counts).toEqual([{ rows: '4' }])
  expect(await fill()).toEqual(second)
})
