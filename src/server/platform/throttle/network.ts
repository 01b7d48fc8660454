import { isIPv4, isIPv6 } from 'node:net'

const MAPPED_PREFIX = '0:0:0:0:0:ffff'

/**
 * What every throttle counts as one source: an IPv4 address, or an IPv6 /64, which one household has as a whole. An
 * IPv4-mapped IPv6 address counts as its IPv4 address. Invalid addresses share one source.
 */
export function toNetwork(ip: string): string {
  const address = removePort(ip)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = toGroups(address)
  if (groups.slice(0, 6).join(':') === MAPPED_PREFIX) return toIPv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** For people, and coarse: `203.0.113.x`, or an IPv6 /48. */
export function toCoarseNetwork(ip: string): string {
  const network = toNetwork(ip)
  if (isIPv4(network)) return network.replace(/\d+$/, 'x')
  return network === 'unknown' ? network : `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** Some proxies forward `203.0.113.7:41234` or `[2001:db8::1]:443`. */
function removePort(ip: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(ip) ?? []
  return bracketed ?? ip.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function toGroups(address: string): string[] {
  // URL writes an IPv4 part as two groups and takes no zone.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  if (!before || !after) return []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

function toIPv4(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [Math.floor(value / 256), value % 256])
    .join('.')
}
