import { isIP } from 'node:net'

export interface RelyingParty {
  id: string
  origin: string
}

/** Who passkeys are for. Null where browsers allow none: at an IP address, and over plain http except on this machine. */
export function toRelyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress || (protocol !== 'https:' && !isLocal) ? null : { id: hostname, origin }
}
