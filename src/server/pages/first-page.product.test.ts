import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { signUp, TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { loadBuiltPages } from './built-pages.ts'

test('the first page that a process renders is whole, with the banner that asks for a confirmed email', async () => {
  const t = await createTestApp({ VERIFY_EMAIL: 'on' }, { pages: await loadBuiltPages() })
  const email = 'new@mail.example'
  await signUp(t, email)
  const { cookie = '' } = await t.call('login', { email, password: TEST_PASSWORD })
  const { body } = await t.app.inject({ url: paths.profile, headers: { cookie } })
  await t.close()
  expect(body).toContain(`Confirm your email (<!-- -->${email}`)
  // React's mark of a part that the browser must render.
  expect(body).not.toContain('<!--$!-->')
})

test('the home page greets a student before its script has loaded, and no visitor', async () => {
  const t = await createTestApp({}, { pages: await loadBuiltPages() })
  const course = await t.make.course({ title: 'SQL by hand' })
  const { cookie } = await t.make.signedIn()
  await t.call('enrollCourse', { course_id: course.id }, cookie)
  const [home, landing] = await Promise.all([
    t.app.inject({ url: paths.home, headers: { cookie } }),
    t.app.inject({ url: paths.home }),
  ])
  await t.close()
  for (const text of ['Welcome back', 'Progress in SQL by hand', 'Continue learning']) {
    expect(home.body).toContain(text)
    expect(landing.body).not.toContain(text)
  }
  expect(home.body).not.toContain('<!--$!-->')
})
