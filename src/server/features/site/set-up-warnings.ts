import type { FastifyBaseLogger } from 'fastify'
import { type Env, isLoopback } from '#server/env.ts'
import type { Warnings } from '#server/platform/warnings.ts'

/** Settings that work and put users at risk. They warn instead of stopping the start, which would end a running site. */
export function warnAboutSettings({ publicUrl, demo, throttle }: Env, warnings: Warnings): void {
  if (publicUrl.startsWith('http:') && !isLoopback(publicUrl))
    warnings.set(
      'insecure_url',
      'PUBLIC_URL is not https, so passwords and sessions can be read on their way. Serve the site over https and change PUBLIC_URL.',
    )
  if (demo && !isLoopback(publicUrl))
    warnings.set('demo_academy', 'DEMO=on lets everyone log in as a demo student. Remove it unless this is a demo.')
  if (!throttle) warnings.set('throttle_off', 'THROTTLE=off disables all rate limits: use it for load tests only')
}

/** Behind a proxy that is not trusted, all visitors have one address and share its limits. */
export function warnAboutProxy(warnings: Warnings, log: FastifyBaseLogger): void {
  const text =
    'Requests have forwarded headers while TRUST_PROXY is off. If this server is behind a proxy, all visitors share one rate limit: set TRUST_PROXY.'
  warnings.set('proxy_not_trusted', text)
  log.warn({ code: 'proxy_not_trusted' }, text)
}
