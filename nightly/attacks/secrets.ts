// T12: passwords, codes, tokens, keys and cookies that were used must be in no log, answer, page, row, file, backup or output
// of a command but the one that brings them to their owner.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCluster, findPostgresPrograms, startCluster } from '../support/postgres.ts'
import { report, reportSkipped } from '../support/report.ts'
import { findBlindPlaces, findSecrets, PLANTED } from '../support/secrets/find-secrets.ts'
import { Search } from '../support/secrets/search.ts'
import { searchAccounts, searchDatabaseUrl, searchFailingServices } from '../support/secrets/search-runs.ts'

/** Six digits are the shortest. */
const SHORTEST = 6
const folder = mkdtempSync(join(tmpdir(), `lantern-secrets-${PLANTED}-`))
const search = new Search(folder)
try {
  await searchAccounts(search)
  await searchFailingServices(search)
  await searchPostgres()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
search.add('the answers', search.answers.join('\n'))

const { places, secrets } = search
const names = Object.keys(secrets)
const problems = [
  ...findSecrets(places, secrets),
  ...findBlindPlaces(places).map((place) => `the planted text is not in ${place}`),
  ...names.filter((name) => (secrets[name] ?? '').length < SHORTEST).map((name) => `${name} was not used`),
]
for (const problem of problems) console.log(`  ${problem}`)
report({
  test: 'T12',
  goal: '0 secrets found outside of what brings them to their owner; a planted text is found in every place',
  measured: `${names.length} secrets in ${places.length} places: ${problems.length} problems; ${places.length - findBlindPlaces(places).length} of ${places.length} places show the planted text`,
  isOk: problems.length === 0,
})

async function searchPostgres(): Promise<void> {
  const programs = await findPostgresPrograms()
  if (!programs) return reportSkipped('T12', 'PostgreSQL is not installed, so DATABASE_URL was not searched for')
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  createCluster(programs, join(folder, 'cluster'))
  const postgres = await startCluster(programs, { folder: join(folder, 'cluster') })
  try {
    await searchDatabaseUrl(search, postgres)
  } finally {
    await postgres.kill()
  }
}
