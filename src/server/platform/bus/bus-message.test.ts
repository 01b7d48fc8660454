import { expect, test } from 'vitest'
import { encodeInvalidation, encodeLiveMessage, parseBusMessage } from './bus-message.ts'

test('reads what it wrote', () => {
  for (const message of [
    { kind: 'message', id: 7, clientId: 'a' },
    { kind: 'message', id: 7 },
    { kind: 'frame', to: 'admins', frame: { type: 'typing', from: 3, to: 4 } },
    { kind: 'frame', to: 4, frame: { type: 'read', student_id: 4, msg_id: 9, unread: 0 } },
    { kind: 'frame', to: 4, frame: { type: 'notifications', unread: 2 } },
    { kind: 'frame', to: 4, frame: { type: 'access', course_id: 7 } },
  ] as const)
    expect(parseBusMessage(encodeLiveMessage(message, 'a'))).toEqual({ message, from: 'a' })
})

test('splits many tags into messages that PostgreSQL takes', () => {
  const tags = Array.from({ length: 1_001 }, (_, n) => `account:${n + 900_000_000_000_000}`)
  const payloads = encodeInvalidation(tags, crypto.randomUUID())
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  const received = payloads.map(parseBusMessage).flatMap((one) => ('message' in one ? [one.message] : []))
  expect(received.flatMap((message) => (message.kind === 'changed' ? message.tags : []))).toEqual(tags)
  expect(encodeInvalidation([], 'a')).toEqual([])
})

test('reads the messages of version 0.1, and writes what it reads', () => {
  expect(parseBusMessage('{"kind":"changed","tags":["site"],"from":"12-x"}')).toEqual({
    message: { kind: 'changed', tags: ['site'] },
    from: '12-x',
  })
  expect(parseBusMessage('{"kind":"message","id":5,"clientId":"q","from":"12-x"}')).toMatchObject({
    message: { id: 5, clientId: 'q' },
  })
  // Version 0.1 takes these fields and passes over others.
  expect(JSON.parse(encodeInvalidation(['site'], 'me')[0] ?? '')).toEqual({
    v: 1,
    kind: 'changed',
    tags: ['site'],
    from: 'me',
  })
})

test('passes over fields that a newer server of the same version adds', () => {
  expect(parseBusMessage('{"v":1,"kind":"changed","tags":["site"],"from":"a","sent":1}')).toEqual({
    message: { kind: 'changed', tags: ['site'] },
    from: 'a',
  })
})

test.each([
  ['', 'a malformed message'],
  ['not json', 'a malformed message'],
  ['null', 'a malformed message'],
  ['[]', 'a malformed message'],
  ['{}', 'a malformed message'],
  ['{"kind":"changed","tags":["site"]}', 'a malformed message'],
  ['{"kind":7,"from":"a"}', 'a malformed message'],
  ['{"v":"1","kind":"changed","tags":[],"from":"a"}', 'a malformed message'],
  ['{"v":2,"kind":"changed","tags":["site"],"from":"a"}', 'a message of version 2'],
  ['{"kind":"dance","from":"a"}', 'a message of the unknown kind dance'],
  ['{"kind":"toString","from":"a"}', 'a message of the unknown kind toString'],
  ['{"kind":"__proto__","from":"a"}', 'a message of the unknown kind __proto__'],
  ['{"kind":"changed","from":"a"}', 'a malformed message of the kind changed'],
  ['{"kind":"changed","tags":"site","from":"a"}', 'a malformed message of the kind changed'],
  ['{"kind":"changed","tags":[null],"from":"a"}', 'a malformed message of the kind changed'],
  ['{"kind":"message","id":"1; drop","from":"a"}', 'a malformed message of the kind message'],
  ['{"kind":"message","id":1.5,"from":"a"}', 'a malformed message of the kind message'],
  [
    '{"kind":"frame","to":"everyone","frame":{"type":"notifications","unread":1},"from":"a"}',
    'a malformed message of the kind frame',
  ],
  ['{"kind":"frame","to":3,"frame":{"type":"new"},"from":"a"}', 'a malformed message of the kind frame'],
])('ignores %s', (payload, ignored) => {
  expect(parseBusMessage(payload)).toEqual({ ignored })
})
