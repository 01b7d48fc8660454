import type { FastifyInstance } from 'fastify'
import type { Warnings } from '#server/platform/warnings.ts'

const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
const TEXT =
  'A request had a proxy’s header, but TRUST_PROXY is off. If this site is behind a proxy, set TRUST_PROXY to the number of proxies or their addresses: until then all visitors count as one.'

/** While TRUST_PROXY is off: tells the log, once, and the dashboard when a proxy's header arrives. */
export function warnOfForwardedHeaders(app: FastifyInstance, warnings: Pick<Warnings, 'set'>): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && HEADERS.some((name) => request.headers[name] !== undefined)) {
      isWarned = true
      app.log.warn(TEXT)
      warnings.set('forwarded_headers', TEXT)
    }
    done()
  })
}
