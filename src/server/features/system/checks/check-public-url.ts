import { connect as connectTls } from 'node:tls'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { isLoopback } from '#server/env.ts'
import { type CheckTarget, ok, problem, warning } from './check.ts'

const REACHABLE = { code: 'public_url', area: 'network', title: 'Public address' } as const
const CERTIFICATE = { code: 'certificate', area: 'network', title: 'TLS certificate' } as const
const TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000
/** Let's Encrypt renews with 30 days left. */
const EXPIRES_SOON_DAYS = 14

/** Asks this site at the address that users have. */
export async function checkPublicUrl({ env }: CheckTarget): Promise<SystemCheck[]> {
  const { publicUrl } = env
  const [reachable, expires] = await Promise.all([
    askHealth(publicUrl),
    publicUrl.startsWith('https:') ? readCertificateEnd(new URL(publicUrl)) : undefined,
  ])
  return [reachable, ...(expires ? [toCertificateCheck(expires, new Date())] : [])]
}

async function askHealth(publicUrl: string): Promise<SystemCheck> {
  try {
    const response = await fetch(`${publicUrl}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 300 && response.status < 400)
      return warning(REACHABLE, `${publicUrl} redirects elsewhere. Set PUBLIC_URL to the address that users end up at.`)
    const text = await response.text()
    if (response.status === 200 && text.includes('"alive"')) return ok(REACHABLE, `${publicUrl} leads to this product.`)
    return problem(
      REACHABLE,
      `${publicUrl} answers ${response.status}, but not as this product. Check the proxy’s upstream.`,
    )
  } catch {
    const text = `${publicUrl} does not answer.`
    return isLoopback(publicUrl)
      ? warning(REACHABLE, `${text} Start the server, or correct PUBLIC_URL and PORT.`)
      : problem(REACHABLE, `${text} Check the DNS record, the proxy, its certificate and the firewall.`)
  }
}

/** Undefined when there is no connection. An untrusted certificate is read as well: fetch has refused it. */
function readCertificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    })
    const finish = (end?: Date) => {
      socket.destroy()
      resolve(end)
    }
    socket.once('secureConnect', () => finish(new Date(socket.getPeerCertificate().valid_to)))
    socket.once('timeout', () => finish())
    socket.once('error', () => finish())
  })
}

export function toCertificateCheck(expires: Date, now: Date): SystemCheck {
  const days = Math.floor((expires.getTime() - now.getTime()) / DAY_MS)
  const day = expires.toISOString().slice(0, 10)
  if (days < 0)
    return problem(CERTIFICATE, `It expired on ${day}. Renew it, and check why it was not renewed by itself.`)
  if (days < EXPIRES_SOON_DAYS)
    return warning(CERTIFICATE, `It expires on ${day}. Check why it was not renewed by itself.`)
  return ok(CERTIFICATE, `Valid until ${day}.`)
}
