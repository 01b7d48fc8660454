import { expect, test } from 'vitest'
import { createQueryClient } from '#web/data/query-client.ts'
import { sessionQuery } from '#web/data/session.ts'
import { maintenanceQuery } from '#web/data/site-state.ts'
import { buildUser } from '#web/testing/factories.ts'
import { checkGuard } from './screen-route.tsx'

function createClient() {
  const client = createQueryClient(() => Promise.reject(new Error('No call is expected')), { retry: false })
  client.setQueryData(sessionQuery.queryKey, { msg: { loggedIn: true, userData: [buildUser()] } })
  client.setQueryData(maintenanceQuery.queryKey, { msg: [{ status: true }] })
  return client
}

test.each([
  ['/courses/4-lamps?preview=9', '/student/CoursePage/4-lamps?lesson=9'],
  ['/courses/4-lamps?preview=%26x', '/student/CoursePage/4-lamps?lesson=%26x'],
  ['/courses/4-lamps?ref=x', '/student/CoursePage/4-lamps'],
  ['/login?next=%2Fpaths&preview=9', '/paths'],
  ['/forgotpassword', '/'],
  ['/forgotpassword?token=x', null],
])('%s leads a student to %s, where null is the page itself', async (from, to) => {
  const { redirectPath } = await checkGuard(createClient(), new URL(from, 'http://localhost'))
  expect(redirectPath).toBe(to)
})
