// T28: the lockfile, install scripts, licences, an SBOM in .cache/sbom.json, and known vulnerabilities (needs the registry).
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { findLockfileProblems, type Lockfile } from '../support/checks/check-lockfile.ts'
import { report, reportSkipped } from '../support/report.ts'

const SBOM = '.cache/sbom.json'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const problems = findLockfileProblems(lockfile)
for (const problem of problems) console.log(`  ${problem}`)
report({
  test: 'T28',
  goal: 'every package locked with integrity, no install scripts, allowed licences',
  measured: `${Object.keys(lockfile.packages).length - 1} packages, ${problems.length} problems`,
  isOk: problems.length === 0,
})

const runNpm = (...args: string[]) => spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })

const sbom = runNpm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only')
writeFileSync(SBOM, sbom.stdout)
const components = sbom.status === 0 ? (JSON.parse(sbom.stdout) as { components: object[] }).components.length : 0
report({
  test: 'T28',
  goal: 'an SBOM of what runs',
  measured: `${components} components in ${SBOM}`,
  isOk: components > 0,
})

const installed = runNpm('ls', '--all', '--omit', 'dev')
report({
  test: 'T28',
  goal: 'what is installed is what the lockfile says',
  measured: installed.status === 0 ? 'no difference' : installed.stderr.split('\n').slice(0, 3).join(' '),
  isOk: installed.status === 0,
})

interface Audit {
  metadata?: { vulnerabilities: Record<string, number> }
}
const audit = JSON.parse(runNpm('audit', '--json', '--omit', 'dev').stdout || '{}') as Audit
if (audit.metadata) {
  const { high = 0, critical = 0 } = audit.metadata.vulnerabilities
  report({
    test: 'T28',
    goal: '0 known high or critical vulnerabilities in what runs',
    measured: `${high} high, ${critical} critical`,
    isOk: high + critical === 0,
  })
} else reportSkipped('T28', 'the registry answers no audit, so vulnerabilities are not compared')
