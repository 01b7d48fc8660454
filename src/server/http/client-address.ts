import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** The setting TRUST_PROXY: none, the number of proxies, or their addresses. */
export type TrustProxy = false | number | string[]

/** Which of the addresses that forwarded a request are believed. */
export function toTrustProxy(trustProxy: TrustProxy) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** What `request.ip` is for a request that Fastify does not see, such as an upgrade. */
export function getClientAddress(request: IncomingMessage, trustProxy: TrustProxy): string {
  const trust = toTrustProxy(trustProxy)
  return (trust === false ? request.socket.remoteAddress : proxyAddr(request, trust)) ?? ''
}
