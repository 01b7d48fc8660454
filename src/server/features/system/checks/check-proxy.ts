import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { isNotNull } from 'drizzle-orm'
import { serverProcesses } from '#server/platform/db/schema.ts'
import type { ProxySeen } from '../proxy-observer.ts'
import { type CheckTarget, type LocalTarget, ok, warning } from './check.ts'

const FINDING = { code: 'proxy_headers', area: 'network', title: 'Proxy headers' } as const

/** Headers that arrive although TRUST_PROXY is off are one of the server's own warnings. */
export async function checkProxy({ env, proxy }: Pick<LocalTarget, 'env' | 'proxy'>): Promise<SystemCheck[]> {
  if (env.trustProxy === false || !proxy || proxy.requests === 0) return []
  if (proxy.forwarded === 0)
    return [
      warning(
        FINDING,
        'TRUST_PROXY is set, but no request had X-Forwarded-For since the start. Let the proxy send it, or set TRUST_PROXY=off.',
      ),
    ]
  if (proxy.protocol === undefined)
    return [
      warning(
        FINDING,
        'The proxy sends no X-Forwarded-Proto, so that the server cannot tell http from https. Let the proxy send it.',
      ),
    ]
  if (env.publicUrl.startsWith('https:') && proxy.protocol === 'http')
    return [warning(FINDING, 'Users reach the proxy over http. Redirect them to https there.')]
  return [ok(FINDING, 'X-Forwarded-For and X-Forwarded-Proto arrive from the proxy.')]
}

/** For `npm run doctor`, which serves no requests itself: what the running servers have reported. */
export async function checkReportedProxy(target: CheckTarget): Promise<SystemCheck[]> {
  if (target.proxy) return []
  const rows = await target.database.db
    .select({ proxy: serverProcesses.proxy })
    .from(serverProcesses)
    .where(isNotNull(serverProcesses.proxy))
  const reports = rows.flatMap(({ proxy }) => (proxy ? [proxy] : []))
  return checkProxy({ env: target.env, proxy: sumReports(reports) })
}

function sumReports(reports: readonly (Omit<ProxySeen, 'protocol'> & Partial<ProxySeen>)[]): ProxySeen {
  const sum = (name: 'requests' | 'forwarded') => reports.reduce((total, report) => total + report[name], 0)
  const protocols = reports.filter(({ forwarded }) => forwarded > 0).map(({ protocol }) => protocol)
  // The one that is worth a warning, if any.
  const protocol = protocols.includes(undefined) ? undefined : (protocols.find((one) => one === 'http') ?? protocols[0])
  return { requests: sum('requests'), forwarded: sum('forwarded'), protocol }
}
