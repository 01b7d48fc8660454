import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import type { Env } from '#server/env.ts'
import type { CheckTarget } from '#server/features/system/checks/check.ts'
import type { TestApp } from './test-app.ts'

type Source = Pick<TestApp, 'env' | 'database'>

/** What the checks of the System page look at, in a test's server. */
export const createTarget =
  (t: Source) =>
  (env: Partial<Env> = {}, rest: Partial<CheckTarget> = {}): CheckTarget => ({
    env: { ...t.env, ...env },
    database: t.database,
    warnings: [],
    environment: {},
    envFile: undefined,
    ...rest,
  })

export const statuses = (checks: readonly SystemCheck[]) =>
  Object.fromEntries(checks.map(({ code, status }) => [code, status]))

export const find = (checks: readonly SystemCheck[], code: string) => checks.find((check) => check.code === code)

/** For localhost, and self-signed. */
export function createCertificate(parent: string) {
  const folder = mkdtempSync(join(parent, 'tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert: readFileSync(cert), key: readFileSync(key) }
}
