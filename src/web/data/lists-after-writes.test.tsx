import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import { buildCourse, buildPost, buildSession, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { mockCourseServer } from '#web/screens/admin/course-form/mock-course-server.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/blog-form/edit-blog-screen.tsx'
import '#web/screens/admin/blogs/blogs-screen.tsx'
import '#web/screens/admin/course-form/edit-course-screen.tsx'
import '#web/screens/admin/courses/courses-screen.tsx'
import '#web/screens/admin/users/import/import-users-screen.tsx'
import '#web/screens/admin/users/user/user-screen.tsx'
import '#web/screens/admin/users/users-screen.tsx'

// A dashboard list is cached for half a minute. A write on another screen must show at once on the way back.

interface WriteCase {
  listUrl: string
  writeUrl: string
  mocks: (isDone: () => boolean, finish: () => void) => CallMocks
  write: (user: UserEvent) => Promise<unknown>
}

const OLD_NAME = 'Listed before'
const NEW_NAME = 'Listed after'
const name = (isDone: boolean) => (isDone ? NEW_NAME : OLD_NAME)

beforeEach(() => localStorage.clear())

const mockUsers = (isDone: () => boolean): CallMocks => ({
  getUsers: () => ({ msg: [buildUser({ first_name: name(isDone()), last_name: '' })], nextPage: null }),
})
const mockBlogs = (isDone: () => boolean): CallMocks => ({
  getBlogsAdmin: () => ({
    msg: [{ ...buildPost({ title: name(isDone()) }), public: true, comments: 0 }],
    nextPage: null,
  }),
  getBlogForm: () => ({ msg: { blog: { ...buildPost(), public: true }, version: 1 } satisfies BlogForm }),
})
const mockCourses = (isDone: () => boolean): CallMocks => ({
  ...mockCourseServer().mocks,
  getCoursesAdmin: () => ({
    msg: [
      { ...buildCourse({ title: name(isDone()) }), public: true, students: 0, has_orders: false, broken_lessons: [] },
    ],
    nextPage: null,
  }),
})

const CASES: Record<string, WriteCase> = {
  'users after endUserSessions': {
    listUrl: '/dashboard/users',
    writeUrl: '/dashboard/users/7',
    mocks: (isDone, finish) => ({
      ...mockUsers(isDone),
      getUserDetails: () => ({
        msg: {
          user: buildUser(),
          ...{ email_confirmed: true, has_second_factor: false },
          ...{ enrollments: [], reviews: [], comments: [], sessions: [buildSession()] },
        },
      }),
      endUserSessions: () => {
        finish()
        return { msg: 'Done' }
      },
    }),
    write: async (user) => user.click(await screen.findByRole('button', { name: 'Log out everywhere' })),
  },
  'users after importUsers': {
    listUrl: '/dashboard/users',
    writeUrl: '/dashboard/users/import',
    mocks: (isDone, finish) => ({
      ...mockUsers(isDone),
      findTakenEmails: () => ({ msg: [] }),
      importUsers: ({ users }) => {
        finish()
        return { msg: { added: users.length, taken: [] } }
      },
    }),
    write: async (user) => {
      const csv = new File(['first_name,last_name,email\nNoor,Aziz,noor@mail.example\n'], 'users.csv')
      await user.upload(await screen.findByLabelText('Choose a file'), csv)
      await user.click(await screen.findByRole('button', { name: 'Import 1 user' }))
      await screen.findByRole('heading', { name: '1 user imported' })
    },
  },
  'courses after duplicateCourse': {
    listUrl: '/dashboard/courses',
    writeUrl: '/dashboard/courses',
    mocks: (isDone, finish) => ({
      ...mockCourses(isDone),
      duplicateCourse: () => {
        finish()
        return { msg: { id: 41, msg: 'Done' } }
      },
    }),
    write: async (user) => {
      await user.click(await screen.findByRole('button', { name: `Duplicate ${OLD_NAME}` }))
      await screen.findByRole('heading', { level: 1, name: 'Edit Course' })
    },
  },
  'courses after updateCourse': {
    listUrl: '/dashboard/courses',
    writeUrl: '/dashboard/courses/edit/41',
    mocks: (isDone, finish) => ({
      ...mockCourses(isDone),
      updateCourse: () => {
        finish()
        return { msg: { id: 41, msg: 'Done', version: 5, lesson_ids: [901, 902, 903], section_ids: [] } }
      },
    }),
    write: async (user) => user.click(await screen.findByRole('button', { name: 'Edit Course' })),
  },
  'blogs after addBlog': {
    listUrl: '/dashboard/blogs',
    writeUrl: '/dashboard/blogs/add',
    mocks: (isDone, finish) => ({
      ...mockBlogs(isDone),
      addBlog: () => {
        finish()
        return { msg: { id: 61, msg: 'Done', version: 1 } }
      },
    }),
    write: async (user) => user.click(await screen.findByRole('button', { name: 'ADD' })),
  },
  'blogs after updateBlog': {
    listUrl: '/dashboard/blogs',
    writeUrl: '/dashboard/blogs/edit/61',
    mocks: (isDone, finish) => ({
      ...mockBlogs(isDone),
      updateBlog: () => {
        finish()
        return { msg: { id: 61, msg: 'Done', version: 2 } }
      },
    }),
    write: async (user) => user.click(await screen.findByRole('button', { name: 'EDIT' })),
  },
}

it.each(Object.entries(CASES))('shows the new list of %s', async (_, { listUrl, writeUrl, mocks, write }) => {
  let isDone = false
  const { user, router } = renderScreen(listUrl, {
    ...mockSignedIn({ role: 'admin', student_id: 1 }),
    ...mocks(
      () => isDone,
      () => (isDone = true),
    ),
  })
  await screen.findAllByText(OLD_NAME)
  await router.navigate(writeUrl)
  await write(user)
  await expect.poll(() => isDone).toBe(true)
  await router.navigate(listUrl)
  expect((await screen.findAllByText(NEW_NAME)).length).toBeGreaterThan(0)
})
