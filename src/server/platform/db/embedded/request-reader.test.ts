import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProtocolError, RequestReader } from './request-reader.ts'

const toInt32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const toMessage = (type: string, content = '') =>
  Buffer.concat([Buffer.from(type), toInt32(4 + Buffer.byteLength(content)), Buffer.from(content)])
const startup = (code = 196_608, content = 'user\0postgres\0\0') =>
  Buffer.concat([toInt32(8 + content.length), toInt32(code), Buffer.from(content)])

const join = (...types: string[]) => Buffer.concat(types.map((type) => toMessage(type, `content of ${type}`)))
const REQUESTS = [startup(), join('P', 'B', 'D', 'E', 'S'), join('Q'), join('P', 'S'), join('X')]

describe('what a client sends', () => {
  test('is split into requests that have one answer', () => {
    expect(new RequestReader().read(Buffer.concat(REQUESTS))).toEqual(REQUESTS)
  })

  test('may arrive in any pieces', () => {
    const all = Buffer.concat(REQUESTS)
    fc.assert(
      fc.property(fc.array(fc.nat({ max: all.length })), (cuts) => {
        const reader = new RequestReader()
        const places = [0, ...cuts.sort((one, other) => one - other), all.length]
        const pieces = places.slice(1).map((end, n) => all.subarray(places[n], end))
        expect(pieces.flatMap((piece) => reader.read(Buffer.from(piece)))).toEqual(REQUESTS)
      }),
    )
  })

  test('is kept until its end', () => {
    const reader = new RequestReader()
    reader.read(startup())
    const request = Buffer.concat([toMessage('B', 'x'.repeat(3_000_000)), join('E', 'S')])
    const requests = []
    for (let at = 0; at < request.length; at += 65_536) requests.push(...reader.read(request.subarray(at, at + 65_536)))
    expect(requests).toHaveLength(1)
    expect(requests[0]?.equals(request)).toBe(true)
    expect(reader.read(join('Q'))).toEqual([join('Q')])
  })

  test.each([
    ['a request for encryption', startup(80_877_103, '')],
    ['a request to cancel a query', startup(80_877_102, '12345678')],
    ['a startup of another protocol', startup(131_072)],
    ['a startup without a protocol', toInt32(4)],
    ['a negative length', toInt32(-1)],
    ['another program’s text', Buffer.from('GET / HTTP/1.1')],
  ])('is refused if it is %s', (_title, bytes) => {
    expect(() => new RequestReader().read(bytes)).toThrow(ProtocolError)
  })

  test('is refused if a message is shorter than its length', () => {
    const reader = new RequestReader()
    reader.read(startup())
    expect(() => reader.read(Buffer.concat([Buffer.from('Q'), toInt32(3)]))).toThrow('A message has a length of 3')
  })
})
