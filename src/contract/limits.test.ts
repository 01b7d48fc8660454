import { expect, it } from 'vitest'
import {
  ADMIN_COURSES_PER_PAGE,
  BLOGS_PER_PAGE,
  CHAT_LIMITS,
  COMMENTS_PER_PAGE,
  COURSES_PER_PAGE,
  LIMITS,
  LOG_ENTRIES_PER_PAGE,
  MESSAGES_PER_PAGE,
  MY_COURSES_PER_PAGE,
  REVIEWS_PER_PAGE,
  USERS_PER_PAGE,
} from './limits.ts'

it('has the text and upload limits of contract.md, sections 3 and 5', () => {
  expect(LIMITS).toMatchObject({
    name: 80,
    email: 254,
    passwordMin: 8,
    passwordMax: 256,
    title: 200,
    subtitle: 300,
    description: 20_000,
    content: 500_000,
    review: 2_000,
    comment: 2_000,
    message: 4_000,
    tabs: 20,
    lessons: 500,
    price: 100_000,
    code: 6,
    uploadBytes: 5 * 1024 * 1024,
  })
})

it('has the page sizes of contract.md, section 2', () => {
  expect({
    myCourses: MY_COURSES_PER_PAGE,
    courses: COURSES_PER_PAGE,
    blogs: BLOGS_PER_PAGE,
    users: USERS_PER_PAGE,
    adminCourses: ADMIN_COURSES_PER_PAGE,
    systemLog: LOG_ENTRIES_PER_PAGE,
    messages: MESSAGES_PER_PAGE,
    comments: COMMENTS_PER_PAGE,
    reviews: REVIEWS_PER_PAGE,
  }).toEqual({
    myCourses: 4,
    courses: 12,
    blogs: 9,
    users: 20,
    adminCourses: 20,
    systemLog: 30,
    messages: 30,
    comments: 10,
    reviews: 10,
  })
})

it('has the message limit of contract.md, section 4', () => {
  expect(CHAT_LIMITS.messagesPer10Seconds).toBe(20)
})
