import { expect, test } from 'vitest'
import { compareChats } from './compare-chats.ts'

const complete = {
  written: ['a', 'b'],
  acknowledged: new Set(['a', 'b']),
  stored: [
    { id: 1, text: 'a' },
    { id: 2, text: 'b' },
  ],
  pushed: [1],
  seen: new Set([1, 2]),
}

test.each([
  ['everything, of which one message was fetched', {}, { lost: 0, doubled: 0 }],
  ['a message that was not acknowledged', { acknowledged: new Set(['a']) }, { lost: 1, doubled: 0 }],
  ['a message that is not stored', { stored: [{ id: 1, text: 'a' }] }, { lost: 1, doubled: 0 }],
  ['a message that the receiver has not seen', { seen: new Set([1]) }, { lost: 1, doubled: 0 }],
  [
    'a message that is stored twice',
    { stored: [...complete.stored, { id: 3, text: 'a' }], seen: new Set([1, 2, 3]) },
    { lost: 0, doubled: 1 },
  ],
  ['a message that was pushed twice', { pushed: [1, 2, 2] }, { lost: 0, doubled: 1 }],
])('compares %s', (_, changes, expected) => {
  expect(compareChats({ ...complete, ...changes })).toEqual(expected)
})
