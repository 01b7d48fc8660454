import { expect, onTestFinished, test, vi } from 'vitest'
import { createEmptyDatabase, createTestDatabase, NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
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

test.skipIf(!ON_SERVER)(
  `a command says when it has made the tables of a database, which may be the wrong one${NEEDS_SERVER}`,
  async () => {
    const { databaseUrl, drop } = await createEmptyDatabase()
    onTestFinished(drop)
    vi.stubEnv('DATABASE_URL', databaseUrl)
    onTestFinished(() => void vi.unstubAllEnvs())
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => print.mockRestore())
    await admin(['check-ledger'])
    await admin(['check-ledger'])
    expect(print.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(/^The database had no tables of a site: they were made\./),
      ...Array.from({ length: 2 }, () => expect.stringMatching(/agree\.\n$/)),
    ])
  },
)
