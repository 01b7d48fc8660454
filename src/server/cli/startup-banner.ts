import type { FastifyInstance } from 'fastify'
import type { CreatedAdmin } from './ensure-admin.ts'
import type { SeededDemo } from '#server/demo/seed.ts'
import type { Env } from '#server/env.ts'

interface StartupInfo {
  env: Env
  app: FastifyInstance
  admin: CreatedAdmin | null
  seeded: SeededDemo | null
}

export function printStartupBanner({ env, app, admin, seeded }: StartupInfo): void {
  const lines = ['', `  Learn Lantern is running at ${env.publicUrl}`, '']
  if (admin?.password) lines.push(`  Admin    ${admin.email}  ${admin.password}  (shown once)`)
  else
    lines.push(
      `  Admin    ${env.adminEmail}  ${env.adminPassword ? 'password from ADMIN_PASSWORD' : 'password shown at the first start'}`,
    )
  if (seeded) lines.push(...seeded.students.map(({ email }) => `  Student  ${email}  ${seeded.password}`))
  lines.push('')
  process.stdout.write(`${lines.join('\n')}\n`)
  if (!env.throttle) app.log.warn('THROTTLE=off disables all rate limits: use it for load tests only')
}
