import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackage } from './debian-package.mjs'

/** The folder of PostgreSQL's programs, installed where that needs no password; undefined without them. */
export function findPostgres() {
  return findBinaries() ?? (installDebianPackage('postgresql') ? findBinaries() : undefined)
}

function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((path) => path && existsSync(join(path, 'initdb')) && existsSync(join(path, 'pg_ctl')))
}

/** Whom to run PostgreSQL as: it refuses to run as root. Undefined: as the current user. */
export function getPostgresOwner() {
  if (process.getuid?.() !== 0) return undefined
  try {
    const read = (flag) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: read('-u'), gid: read('-g') }
  } catch {
    throw new Error('PostgreSQL does not run as root: create a user "postgres" to run it as.')
  }
}
