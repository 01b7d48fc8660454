import { expect, test } from 'vitest'
import { toCoarseNetwork, toNetwork } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:41234', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['nonsense', 'unknown'],
])('shows %s as %s', (ip, network) => {
  expect(toCoarseNetwork(ip)).toBe(network)
})

test('keeps neighboring /64 networks apart', () => {
  expect(toNetwork('2001:db8:1:2::1')).not.toBe(toNetwork('2001:db8:1:3::1'))
})

test.each(['', 'unknown', 'x'.repeat(5_000), '999.1.1.1', '2001:db8', "'; drop table throttles", '1.2.3.4, 5.6.7.8'])(
  'counts %j with all other invalid addresses',
  (ip) => {
    expect(toNetwork(ip)).toBe('unknown')
  },
)
