import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { loadLazyRoute, routes } from './routes.tsx'

const COURSE = '/courses/4-lamps'

const getIds = (pathname: string) => matchRoutes(routes, pathname)?.map(({ route }) => route.id)

test('routes of the areas that share a parent have ids that do not depend on which is loaded first', async () => {
  for (const pathname of [paths.login, '/certificates/4', paths.learningPaths, COURSE]) {
    await loadLazyRoute(pathname)
    expect(getIds(pathname)?.at(-1), pathname).toMatch(/^(account|public)\//)
  }
  expect(getIds(paths.login)).not.toEqual(getIds(paths.signup))
  expect(getIds(paths.learningPaths)).not.toEqual(getIds(COURSE))
})

test('a path in another case is another path', async () => {
  await loadLazyRoute(paths.login)
  const getScreen = (pathname: string) => matchRoutes(routes, pathname)?.at(-1)?.route.path
  expect([getScreen('/login'), getScreen('/Login'), getScreen('/Student/logout')]).toEqual(['login', '*', '*'])
})
