import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { isLoopback } from '#server/env.ts'
import { getErrorCode } from '#server/platform/error-code.ts'
import { type LocalTarget, ok, problem, warning } from './check.ts'

const REACHABLE = { code: 'public_url', area: 'network', title: 'Public address' } as const
const CERTIFICATE = { code: 'certificate', area: 'network', title: 'TLS certificate' } as const
const TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000
/** Let's Encrypt renews with 30 days left. */
const EXPIRES_SOON_DAYS = 14

/** Asks this site at the address that users have. */
export async function checkPublicUrl({ env }: Pick<LocalTarget, 'env'>): Promise<SystemCheck[]> {
  const { publicUrl } = env
  const [reachable, certificate] = await Promise.all([
    askHealth(publicUrl),
    publicUrl.startsWith('https:') ? readCertificate(new URL(publicUrl)) : undefined,
  ])
  return [reachable, ...(certificate ? [toCertificateCheck(certificate, new Date())] : [])]
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
  } catch (error) {
    const text = `${publicUrl} does not answer.`
    return isLoopback(publicUrl)
      ? warning(REACHABLE, `${text} Start the server, or correct PUBLIC_URL and PORT.`)
      : problem(REACHABLE, `${text} ${describeFailure(error)}`)
  }
}

function describeFailure(error: unknown): string {
  const code = error instanceof Error ? getErrorCode(error.cause) : ''
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return 'The name was not found. Check the DNS record and PUBLIC_URL.'
  if (code === 'ECONNREFUSED')
    return 'Nothing listens there. Start the proxy, and check that the DNS record leads to it.'
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)) return 'Its TLS certificate is refused.'
  if (/SSL/.test(code)) return 'It does not speak TLS. Let the proxy listen with TLS on this port.'
  return 'Check the DNS record, the proxy and the firewall.'
}

interface Certificate {
  expires: Date
  /** Why browsers refuse it; undefined when they do not. */
  refusal?: string | undefined
}

/** Undefined when there is no connection. An untrusted certificate is read as well: fetch has refused it. */
function readCertificate({ hostname, port }: URL): Promise<Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) === 0 && { servername: hostname }),
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    })
    const finish = (certificate?: Certificate) => {
      socket.destroy()
      resolve(certificate)
    }
    socket.once('secureConnect', () => {
      const expires = new Date(socket.getPeerCertificate().valid_to)
      // A code, which Node's types call an error.
      const { authorizationError } = socket
      const refusal = authorizationError
        ? String((authorizationError as Partial<NodeJS.ErrnoException>).code ?? authorizationError)
        : undefined
      finish({ expires, refusal })
    })
    socket.once('timeout', () => finish())
    socket.once('error', () => finish())
  })
}

const REFUSALS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'It is self-signed, so that browsers warn of it. Install one from a certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Browsers do not know its issuer. Install one from a certificate authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The proxy does not send the certificates between it and the issuer. Use fullchain.pem.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'It is for another name. Request one for the name in PUBLIC_URL.',
}

export function toCertificateCheck({ expires, refusal }: Certificate, now: Date): SystemCheck {
  const days = Math.floor((expires.getTime() - now.getTime()) / DAY_MS)
  const day = expires.toISOString().slice(0, 10)
  if (days < 0)
    return problem(CERTIFICATE, `It expired on ${day}. Renew it, and check why it was not renewed by itself.`)
  if (refusal !== undefined)
    return problem(CERTIFICATE, REFUSALS[refusal] ?? `Browsers do not trust it (${refusal}). Install another one.`)
  if (days < EXPIRES_SOON_DAYS)
    return warning(CERTIFICATE, `It expires on ${day}. Check why it was not renewed by itself.`)
  return ok(CERTIFICATE, `Valid until ${day}.`)
}
