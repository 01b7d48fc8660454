import { expect, test } from 'vitest'
import { guard } from './guard.ts'

const visitor = null
const student = { role: 'student' } as const
const admin = { role: 'admin' } as const
const adminAsStudent = { role: 'student', viewsAsStudent: true } as const

test.each([
  ['/', null, null, null],
  ['/login', null, '/', '/'],
  ['/signup', null, '/', '/'],
  ['/forgotpassword', null, '/', '/'],
  ['/verifycode', null, '/', '/'],
  ['/confirmpass', null, '/', '/'],
  ['/confirmemail', null, null, null],
  ['/logout', '/login', null, null],
  ['/maintenance', '/', '/', '/'],
  ['/student', '/login', null, '/'],
  ['/student/profile', '/login', null, '/'],
  ['/student/chat', '/login', null, '/'],
  ['/student/mycourses', '/login', null, '/'],
  ['/student/mycourses/4-x', '/login', null, '/'],
  ['/student/allcourses', null, null, null],
  ['/student/blog', null, null, null],
  ['/student/blog/4-x', null, null, null],
  ['/student/CoursePage/4-x', '/login', null, null],
  ['/student/logout', '/login', null, null],
  ['/student/blogs', '/login', null, '/'],
  ['/dashboard', '/login', '/', null],
  ['/dashboard/users', '/login', '/', null],
  ['/nowhere', null, null, null],
])('outside maintenance, %s sends a visitor to %s, a student to %s, an admin to %s', (path, ...ends) => {
  expect([visitor, student, admin].map((user) => guard(user, false, path))).toEqual(ends)
})

test.each([
  ['/', '/maintenance', '/maintenance', '/maintenance'],
  ['/maintenance', null, null, null],
  ['/login', null, '/maintenance', '/maintenance'],
  ['/signup', '/maintenance', '/maintenance', '/maintenance'],
  ['/forgotpassword', '/maintenance', '/maintenance', '/maintenance'],
  ['/verifycode', '/maintenance', '/maintenance', '/maintenance'],
  ['/confirmpass', '/maintenance', '/maintenance', '/maintenance'],
  ['/confirmemail', '/maintenance', '/maintenance', '/maintenance'],
  ['/student/allcourses', '/maintenance', '/maintenance', '/maintenance'],
  ['/dashboard', '/maintenance', '/maintenance', null],
  ['/dashboard/maintenance', '/maintenance', '/maintenance', null],
  ['/logout', '/maintenance', '/maintenance', null],
])('in maintenance, %s sends a visitor to %s, a student to %s, an admin to %s', (path, ...ends) => {
  expect([visitor, student, admin].map((user) => guard(user, true, path))).toEqual(ends)
})

test.each([
  ['/viewasstudent', '/', '/', null, null],
  ['/viewasadmin', '/', '/', null, null],
])(
  '%s is open to admins alone, as a student too: a visitor goes to %s, a student to %s',
  (path, visitors, students, ...admins) => {
    const people = [visitor, student, admin, adminAsStudent]
    expect(people.map((user) => guard(user, false, path))).toEqual([visitors, students, ...admins])
    expect(people.map((user) => guard(user, true, path))).toEqual(['/maintenance', '/maintenance', ...admins])
  },
)

test.each([
  '/',
  '/login',
  '/student/profile',
  '/student/mycourses',
  '/student/chat',
  '/dashboard',
  '/dashboard/users',
  '/logout',
  '/maintenance',
])('at %s an admin who looks at the site as a student is led as a student is', (path) => {
  for (const inMaintenance of [false, true])
    expect(guard(adminAsStudent, inMaintenance, path)).toBe(guard(student, inMaintenance, path))
})
