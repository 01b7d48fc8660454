import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  buildAccount,
  buildComment,
  buildCourse,
  buildLesson,
  buildPost,
  buildSession,
  buildUser,
  mockSignedIn,
} from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

// Each write changes something that its own optimistic update does not know, which shows only after a refetch.

interface WriteCase {
  url: string
  role: 'student' | 'admin'
  /** @param isDone whether the write has reached the server */
  mocks: (isDone: () => boolean, finish: () => { msg: string }) => CallMocks
  write: (user: UserEvent) => Promise<void>
}

const NEW_TITLE = 'Seen after the write'
const title = (isDone: boolean) => (isDone ? NEW_TITLE : 'Seen before')

async function deleteRow(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Delete .*First/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'YES !' }))
}

const adminCourse = (course_id: number, name: string) => ({
  ...buildCourse({ course_id, title: name }),
  public: true,
  students: 0,
  has_orders: false,
  broken_lessons: [],
})
const adminBlog = (blog_id: number, name: string) => ({
  ...buildPost({ blog_id, title: name }),
  public: true,
  comments: 0,
})

const CASES: Record<string, WriteCase> = {
  'users after deleteUser': {
    url: '/dashboard/users',
    role: 'admin',
    mocks: (isDone, finish) => ({
      getUsers: () => ({
        msg: [
          ...(isDone() ? [] : [buildUser({ student_id: 8, first_name: 'First', last_name: '' })]),
          buildUser({ student_id: 9, first_name: title(isDone()), last_name: '' }),
        ],
        nextPage: null,
      }),
      deleteUser: finish,
    }),
    write: deleteRow,
  },
  'courses after deleteCourse': {
    url: '/dashboard/courses',
    role: 'admin',
    mocks: (isDone, finish) => ({
      getCoursesAdmin: () => ({
        msg: [...(isDone() ? [] : [adminCourse(1, 'First')]), adminCourse(2, title(isDone()))],
        nextPage: null,
      }),
      deleteCourse: finish,
    }),
    write: deleteRow,
  },
  'blogs after deleteBlog': {
    url: '/dashboard/blogs',
    role: 'admin',
    mocks: (isDone, finish) => ({
      getBlogsAdmin: () => ({
        msg: [...(isDone() ? [] : [adminBlog(1, 'First')]), adminBlog(2, title(isDone()))],
        nextPage: null,
      }),
      deleteBlog: finish,
    }),
    write: deleteRow,
  },
  'comments after deleteComment': {
    url: '/student/blog/61-x',
    role: 'admin',
    mocks: (isDone, finish) => ({
      getBlogData: () => ({ msg: [buildPost()], nextPage: null }),
      getComments: () => ({
        msg: [
          ...(isDone() ? [] : [buildComment({ comment_id: 1 })]),
          buildComment({ comment_id: 2, comment_text: title(isDone()) }),
        ],
        nextPage: null,
      }),
      deleteComment: finish,
    }),
    write: async (user) => {
      const [first] = await screen.findAllByRole('button', { name: /^Remove .*comment/ })
      await user.click(first as HTMLElement)
      await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    },
  },
  'progress after completeCourse': {
    url: '/student/CoursePage/41-x',
    role: 'student',
    mocks: (isDone, finish) => ({
      getCourseData: () => ({
        msg: {
          msg: {
            course: buildCourse({ enrolled: true, title: title(isDone()) }),
            materials: [buildLesson({ isCompleted: isDone() })],
            completed: [],
            sections: [],
          },
          enrolled: true,
        },
      }),
      getReviews: () => ({ msg: [], nextPage: null }),
      getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
      completeCourse: () => {
        finish()
        return { msg: { progress: 100 } }
      },
    }),
    write: async (user) => user.click(await screen.findByRole('checkbox')),
  },
  'settings after setChatMails': {
    url: '/student/profile',
    role: 'student',
    mocks: (isDone, finish) => ({
      getUserData: () => ({ msg: { data: [buildUser()] } }),
      getAccount: () => ({
        msg: buildAccount({ chatMails: !isDone(), sessions: [buildSession({ device: title(isDone()) })] }),
      }),
      setChatMails: finish,
    }),
    write: async (user) => user.click(await screen.findByRole('switch')),
  },
}

it.each(Object.entries(CASES))('refetches %s', async (_, { url, role, mocks, write }) => {
  let isDone = false
  const finish = () => {
    isDone = true
    return { msg: 'Done' }
  }
  const { user } = renderScreen(url, { ...mockSignedIn({ role }), ...mocks(() => isDone, finish) })
  await write(user)
  expect((await screen.findAllByText(new RegExp(NEW_TITLE))).length).toBeGreaterThan(0)
})

it('refetches the log after deleteUser', async () => {
  let isDone = false
  const { user, router } = renderScreen('/dashboard/systemlog', {
    ...mockSignedIn({ role: 'admin' }),
    getSystemLog: () => ({
      msg: [
        {
          log_id: 1,
          kind: 'user',
          message: title(isDone),
          email: '',
          time: '09:30:00',
          student_id: null,
          created_date: '2026-11-20T09:30:00.000Z',
        },
      ],
      nextPage: null,
    }),
    getUsers: () => ({ msg: [buildUser({ student_id: 8, first_name: 'First' })], nextPage: null }),
    deleteUser: () => {
      isDone = true
      return { msg: 'Done' }
    },
  })
  await screen.findByText('Seen before')
  await router.navigate('/dashboard/users')
  await deleteRow(user)
  await screen.findByText(/deleted/i)
  await router.navigate('/dashboard/systemlog')
  expect((await screen.findByText(NEW_TITLE)).textContent).toBe(NEW_TITLE)
})
