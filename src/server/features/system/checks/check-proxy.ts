import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { type CheckTarget, ok, warning } from './check.ts'

const FINDING = { code: 'proxy_headers', area: 'network', title: 'Proxy headers' } as const

/** Headers that arrive although TRUST_PROXY is off are one of the server's own warnings. */
export async function checkProxy({ env, proxy }: CheckTarget): Promise<SystemCheck[]> {
  if (env.trustProxy === false || !proxy || proxy.requests === 0) return []
  if (proxy.forwarded === 0)
    return [
      warning(
        FINDING,
        'TRUST_PROXY is set, but no request had X-Forwarded-For since the start. Let the proxy send it, or set TRUST_PROXY=off.',
      ),
    ]
  if (env.publicUrl.startsWith('https:') && proxy.protocol === 'http')
    return [warning(FINDING, 'Users reach the proxy over http. Redirect them to https there.')]
  return [ok(FINDING, 'X-Forwarded-For arrives from the proxy.')]
}
