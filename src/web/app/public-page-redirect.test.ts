import { expect, test } from 'vitest'
import { query } from '#web/data/api.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { buildCourse } from '#web/testing/factories.ts'
import { buildPath } from '#web/testing/build-path.ts'
import { NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import { getPublicPageRedirect } from './public-page-redirect.ts'

const client = createQueryClient(() => Promise.reject(new Error('No call is expected')), { retry: false })
for (const course of [buildCourse({ title: 'Café' }), buildCourse({ course_id: 42, title: '東京' })])
  client.setQueryData(query('getPublicCourse', { course_id: course.course_id }).queryKey, {
    msg: {
      ...{ course, details: NO_DETAILS, requires: [], sections: [], duration: 0, updated_date: course.created_date },
      ...{ materials: [], reviews: [], related: [] },
    },
  })

client.setQueryData(query('getPathData', { path_id: 71 }).queryKey, {
  msg: {
    ...{ path: buildPath({ title: 'Web développeur' }), courses: [], progress: 0, joined: false, can_finish: false },
    public: true,
    certificate_id: null,
  },
})

test.each([
  ['/courses/41', '/courses/41-cafe'],
  ['/courses/41-tea?ref=x', '/courses/41-cafe?ref=x'],
  ['/courses/41-cafe/', '/courses/41-cafe'],
  ['/courses/41-cafe', null],
  ['/courses/41-cafe?ref=x', null],
  ['/courses/42-東京', null],
  ['/courses/42-%e6%9d%b1%e4%ba%ac', '/courses/42-%E6%9D%B1%E4%BA%AC'],
  ['/paths/71', '/paths/71-web-developpeur'],
  ['/paths/71-old?ref=x', '/paths/71-web-developpeur?ref=x'],
  ['/paths/71-web-developpeur', null],
  ['/paths/72-gone', null],
  ['/paths', null],
  ['/courses/43-gone', null],
  ['/courses/x', null],
  ['/courses', null],
  ['/student/CoursePage/41-x', null],
])('redirects %s to %s', (path, expected) => {
  expect(getPublicPageRedirect(client, new URL(path, 'https://learn.example'))).toBe(expected)
})
