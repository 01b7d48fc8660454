import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '#server/testing/test-db.ts'
import { admin } from './admin.ts'

test(
  'a command leaves the upgrade of a database to the server, which backs it up before',
  { tags: ['slow'] },
  async () => {
    const own = await createTestDatabase()
    onTestFinished(() => own.drop())
    vi.stubEnv('DATA_DIR', own.dataDir)
    vi.stubEnv('DATABASE_URL', own.databaseUrl)
    onTestFinished(() => void vi.unstubAllEnvs())
    await own.database.pool.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await own.database.close()
    await expect(admin(['check-ledger'])).rejects.toThrow('The database is older than this version. Start the server')
  },
)
