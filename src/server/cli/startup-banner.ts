import type { FastifyInstance } from 'fastify'
import type { CreatedAdmin } from './ensure-admin.ts'
import type { SeededDemo } from '#server/demo/seed.ts'
import type { Env } from '#server/env.ts'
import type { Warnings } from '#server/platform/warnings.ts'

interface StartupInfo {
  env: Env
  app: FastifyInstance
  admin: CreatedAdmin | null
  seeded: SeededDemo | null
  warnings: Warnings
}

export function printStartupBanner({ env, app, admin, seeded, warnings }: StartupInfo): void {
  const lines = ['', `  Learn Lantern is running at ${env.publicUrl}`, '']
  if (admin?.password) lines.push(`  Admin    ${admin.email}  ${admin.password}  (shown once)`)
  else
    lines.push(
      `  Admin    ${env.adminEmail}  ${env.adminPassword ? 'password from ADMIN_PASSWORD' : 'password shown at the first start'}`,
    )
  if (seeded) lines.push(...seeded.students.map(({ email }) => `  Student  ${email}  ${seeded.password}`))
  lines.push(...warnings.list().map(({ text }) => `  Warning  ${text}`), '')
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const { code, text } of warnings.list()) app.log.warn({ code }, text)
}
