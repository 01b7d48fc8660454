import { expect, test } from 'vitest'
import { buildUser } from '#web/testing/factories.ts'
import { getSessionUser } from './session.ts'
import { isSiteRunning } from './site-state.ts'

test.each([
  [{ msg: [{ status: true }] }, true],
  [{ msg: [{ status: 1 }] }, true],
  [{ msg: [{ status: false }] }, false],
  [{ msg: [{ status: 0 }] }, false],
  [{ msg: [{ status: null }] }, false],
  [{ msg: [{ status: '' }] }, false],
  [{ msg: [{ status: false }, { status: true }] }, false],
  [{ msg: [{}] }, true],
  [{ msg: [] }, true],
  [{ msg: null }, true],
  [{}, true],
  [undefined, true],
])('reads the maintenance answer %j as running: %s', (response, isRunning) => {
  expect(isSiteRunning(response)).toBe(isRunning)
})

test.each([
  [undefined],
  [{}],
  [{ msg: null }],
  [{ msg: {} }],
  [{ msg: { userData: null } }],
  [{ msg: { userData: [] } }],
])('reads the session %j as logged out', (session) => {
  expect(getSessionUser(session)).toBeNull()
})

test('reads the first item of a session as its user', () => {
  const user = buildUser()
  expect(getSessionUser({ msg: { userData: [user] } })).toBe(user)
})
