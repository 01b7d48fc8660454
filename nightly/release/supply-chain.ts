// T28: an offline installation and two builds of it, the lockfile, install scripts, the licences and an SBOM of what is shipped
// (.cache/sbom.json), and known vulnerabilities of all packages (needs the registry).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findLockfileProblems, type Lockfile } from '../support/checks/check-lockfile.ts'
import { buildTwice } from '../support/packages/build-twice.ts'
import { createShippedSbom, isInstalled, type Sbom, toReference } from '../support/packages/sbom.ts'
import { report, reportSkipped } from '../support/report.ts'

const SBOM = '.cache/sbom.json'
/** Each is bundled into one of the three builds, for which its absence here means that the build was not read. */
const SURELY_BUNDLED = { server: 'drizzle-orm', client: 'hls.js', pages: 'react-dom' }

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile

function reportBuilds(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-packages-'))
  try {
    const { hashes, files, different, bundled } = buildTwice(PROJECT_ROOT, folder)
    for (const name of different) console.log(`  ${name} differs`)
    report({
      test: 'T28',
      goal: 'installed offline from the lockfile, and built twice in different folders to the same files, but for the new database',
      measured: `${files} files, ${different.length} different, ${hashes.map((one) => one.slice(0, 12)).join(' and ')}`,
      isOk: files > 0 && hashes[0] === hashes[1],
    })
    return bundled
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportLockfile(bundled: Set<string>): void {
  const problems = findLockfileProblems(lockfile, bundled)
  for (const problem of problems) console.log(`  ${problem}`)
  report({
    test: 'T28',
    goal: 'every package locked with integrity, no install scripts, licences allowed, in bundles without copyleft',
    measured: `${Object.keys(lockfile.packages).length - 1} packages, ${bundled.size} of them in bundles, ${problems.length} problems`,
    isOk: problems.length === 0,
  })
}

const runNpm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })

/** Of all packages: with NODE_ENV, npm would leave out what only the build needs. */
function readSbom(): Sbom {
  const { status, stdout, stderr } = runNpm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--include=dev',
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Sbom
}

function reportSbom(bundled: Set<string>): void {
  const all = readSbom()
  const installed = all.components.filter(isInstalled).length
  const references = new Set([...bundled].map((path) => toReference(lockfile, path)))
  const sbom = createShippedSbom(all, references)
  writeFileSync(SBOM, JSON.stringify(sbom, null, 2))
  const listed = new Set(sbom.components.map((one) => one['bom-ref']))
  const missing = [
    ...[...references].filter((one) => !listed.has(one)),
    ...Object.values(SURELY_BUNDLED).filter((name) => !bundled.has(`node_modules/${name}`)),
  ]
  report({
    test: 'T28',
    goal: 'an SBOM of what is installed in production, on any platform, and of what the bundles contain',
    measured: `${listed.size} components in ${SBOM}: ${installed} installed, ${listed.size - installed} only in bundles, ${missing.length === 0 ? 'none missing' : `without ${missing.join(', ')}`}`,
    isOk: missing.length === 0,
  })
}

interface Audit {
  metadata?: { vulnerabilities: Record<string, number> }
}

function reportAudit(): void {
  const audit = JSON.parse(runNpm('audit', '--json', '--include=dev').stdout || '{}') as Audit
  if (!audit.metadata) return reportSkipped('T28', 'the registry answers no audit, so vulnerabilities are not compared')
  const { high = 0, critical = 0 } = audit.metadata.vulnerabilities
  report({
    test: 'T28',
    goal: '0 known high or critical vulnerabilities in all packages',
    measured: `${high} high, ${critical} critical`,
    isOk: high + critical === 0,
  })
}

const bundled = reportBuilds()
reportLockfile(bundled)
reportSbom(bundled)
reportAudit()
