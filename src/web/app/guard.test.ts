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
  ['/loginstep', null, '/', '/'],
  ['/secondfactor', '/', '/', '/dashboard'],
  ['/logout', '/login', null, null],
  ['/maintenance', '/', '/', '/'],
  ['/student', '/login', null, '/'],
  ['/student/profile', '/login', null, '/'],
  ['/student/chat', '/login', null, '/'],
  ['/student/mycourses', '/login', null, '/'],
  ['/student/mycourses/4-x', '/login', null, '/'],
  ['/student/checkout/4', '/login', null, '/'],
  ['/student/purchases', '/login', null, '/'],
  ['/student/purchases/9', '/login', null, '/'],
  ['/student/purchases/9/pay', '/login', null, '/'],
  ['/student/allcourses', null, null, null],
  ['/student/blog', null, null, null],
  ['/student/blog/4-x', null, null, null],
  ['/student/CoursePage/4-x', '/login', null, null],
  ['/courses/4-caf%C3%A9', null, '/student/CoursePage/4-caf%C3%A9', '/student/CoursePage/4-caf%C3%A9'],
  ['/courses', null, null, null],
  ['/student/logout', '/login', null, null],
  ['/student/blogs', '/login', null, '/'],
  ['/dashboard', '/login', '/', null],
  ['/dashboard/users', '/login', '/', null],
  ['/nowhere', null, null, null],
])('outside maintenance %s redirects a visitor to %s, a student to %s, an admin to %s', (path, ...redirects) => {
  expect([visitor, student, admin].map((user) => guard(user, false, path))).toEqual(redirects)
})

test.each([
  ['/', '/maintenance', '/maintenance', '/maintenance'],
  ['/maintenance', null, null, null],
  ['/login', null, '/maintenance', '/dashboard'],
  ['/signup', '/maintenance', '/maintenance', '/maintenance'],
  ['/forgotpassword', '/maintenance', '/maintenance', '/maintenance'],
  ['/verifycode', '/maintenance', '/maintenance', '/maintenance'],
  ['/confirmpass', '/maintenance', '/maintenance', '/maintenance'],
  ['/confirmemail', '/maintenance', '/maintenance', '/maintenance'],
  ['/student/allcourses', '/maintenance', '/maintenance', '/maintenance'],
  ['/courses/4-x', '/maintenance', '/maintenance', '/maintenance'],
  ['/dashboard', '/maintenance', '/maintenance', null],
  ['/dashboard/maintenance', '/maintenance', '/maintenance', null],
  ['/logout', '/maintenance', null, null],
  ['/student/logout', '/maintenance', null, null],
  ['/student', '/maintenance', '/maintenance', '/maintenance'],
])('in maintenance %s redirects a visitor to %s, a student to %s, an admin to %s', (path, ...redirects) => {
  expect([visitor, student, admin].map((user) => guard(user, true, path))).toEqual(redirects)
})

test.each([
  ['/viewasstudent', '/', '/', null, null],
  ['/viewasadmin', '/', '/', null, null],
])(
  '%s is open to admins and to admins who view as a student; it redirects a visitor to %s, a student to %s',
  (path, visitorRedirect, studentRedirect, ...adminRedirects) => {
    const users = [visitor, student, admin, adminAsStudent]
    expect(users.map((user) => guard(user, false, path))).toEqual([visitorRedirect, studentRedirect, ...adminRedirects])
    expect(users.map((user) => guard(user, true, path))).toEqual(['/maintenance', '/maintenance', ...adminRedirects])
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
])('redirects an admin who views as a student like a student at %s', (path) => {
  for (const inMaintenance of [false, true])
    expect(guard(adminAsStudent, inMaintenance, path)).toBe(guard(student, inMaintenance, path))
})

test.each([true, false])(
  'leads an admin without a second factor to its set-up, in maintenance %s',
  (isInMaintenance) => {
    const user = { role: 'admin', needsSecondFactor: true } as const
    for (const path of ['/dashboard', '/dashboard/users', '/student/allcourses', '/paths', '/login', '/maintenance'])
      expect([path, guard(user, isInMaintenance, path)]).toEqual([path, '/secondfactor'])
    for (const path of ['/secondfactor', '/logout', '/'])
      expect([path, guard(user, isInMaintenance, path)]).toEqual([path, null])
  },
)

test('lets a visitor finish a login in maintenance', () => {
  expect(guard(visitor, true, '/loginstep')).toBeNull()
})
