// `node scripts/setup/install-test-programs.mjs`: installs the programs without which tests are skipped, and ends with 1 when
// one is missing all the same.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-package.mjs'

/** Debian's package of each program. */
const PACKAGES = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  strace: 'strace',
  'systemd-analyze': 'systemd',
  curl: 'curl',
}

const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
const isMissing = (program) => !folders.some((folder) => existsSync(join(folder, program)))
const findMissing = () => Object.keys(PACKAGES).filter(isMissing)

const packages = findMissing().map((program) => PACKAGES[program])
if (packages.length > 0) installDebianPackages(packages)
const missing = findMissing()
if (missing.length > 0) console.error(`Install ${missing.join(', ')}: tests are skipped without.`)
process.exit(missing.length > 0 ? 1 : 0)
