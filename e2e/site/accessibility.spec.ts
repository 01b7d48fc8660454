import { expectAccessible, expectAccessibleInBothWindows } from '../fixtures/accessibility.ts'
import { callApi, getFreeCourseId, getPostPath, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, type Credentials, MARA, signIn } from '../fixtures/users.ts'

type Screens = readonly (readonly [name: string, path: string])[]

const VISITOR_SCREENS: Screens = [
  ['landing', '/'],
  ['login', '/login'],
  ['second step of a login', '/loginstep?steps=totp,recovery'],
  ['sign-up', '/signup'],
  ['forgot password', '/forgotpassword'],
  ['verify code', '/verifycode?email=a@mail.example'],
  ['confirm password', '/confirmpass?email=a@mail.example&code=123456'],
  ['confirm email', '/confirmemail?token=x'],
]

const CATALOGUE_SCREENS: Screens = [
  ['all courses', '/student/allcourses'],
  ['all courses without results', '/student/allcourses?search=zzzz'],
  ['learning paths', '/paths'],
  ['learning paths with a plan', '/paths?goal=zzzz&level=&hours=5'],
  ['blog', '/student/blog'],
]

const STUDENT_SCREENS: Screens = [
  ['profile', '/student/profile'],
  ['my courses', '/student/mycourses'],
  ['my certificates', '/student/certificates'],
  ['my purchases', '/student/purchases'],
]

const USER_PANELS: Screens = [
  ['users', '/dashboard/users'],
  ['users without results', '/dashboard/users?search=zzzz'],
  ['own account', '/dashboard/account'],
  ['system log', '/dashboard/systemlog'],
  ['orders panel', '/dashboard/orders'],
  ['coupons panel', '/dashboard/coupons'],
  ['paths panel', '/dashboard/paths'],
  ['add path', '/dashboard/paths/add'],
  ['certificates panel', '/dashboard/certificates'],
  ['certificate design', '/dashboard/certificates/design'],
  ['submissions panel', '/dashboard/submissions'],
  ['system page', '/dashboard/system'],
  ['maintenance panel', '/dashboard/maintenance'],
]

const CONTENT_PANELS: Screens = [
  ['courses panel', '/dashboard/courses'],
  ['trash', '/dashboard/trash'],
  ['audit log', '/dashboard/audit'],
  ['blogs panel', '/dashboard/blogs'],
  ['analytics', '/dashboard/analytics'],
  ['reviews panel without a course', '/dashboard/reviews'],
  ['admin chat without a student', '/dashboard/chat'],
]

/** Their documents or data are answered with 404. */
const MISSING_PANELS: Screens = [
  ['missing user', '/dashboard/users/999999999'],
  ['missing course', '/dashboard/courses/edit/999999999'],
  ['students of a missing course', '/dashboard/courses/999999999/students'],
  ['results of a missing quiz', '/dashboard/courses/1/quizzes/999999999'],
  ['missing order', '/dashboard/orders/999999999'],
  ['missing path', '/dashboard/paths/edit/999999999'],
  ['dashboard page not found', '/dashboard/nowhere'],
]

interface Group {
  group: string
  screens: Screens
  user?: Credentials
  isMissing?: boolean
  isSlow?: boolean
}

const GROUPS: readonly Group[] = [
  { group: 'sign-in', screens: VISITOR_SCREENS },
  { group: 'catalogue', screens: CATALOGUE_SCREENS },
  { group: 'student', screens: STUDENT_SCREENS, user: MARA },
  { group: 'user panel', screens: USER_PANELS, user: ADMIN, isSlow: true },
  { group: 'content panel', screens: CONTENT_PANELS, user: ADMIN, isSlow: true },
  { group: 'missing', screens: [['page not found', '/nowhere']], isMissing: true },
  { group: 'missing panel', screens: MISSING_PANELS, user: ADMIN, isMissing: true, isSlow: true },
]

for (const { group, screens, user, isMissing, isSlow } of GROUPS) {
  // In one page: its cache makes every screen after the first load in a fraction of the time.
  const tag = isSlow ? '@slow' : '@phone'
  test(`${group} screens have no accessibility violations`, { tag }, async ({ openPage, expectConsole }) => {
    if (isSlow) test.slow()
    const expectScreen = isSlow && !isMissing ? expectAccessibleInBothWindows : expectAccessible
    if (isMissing) expectConsole(/404/, 'the page or its data is answered with 404')
    const page = await openPage(user)
    for (const [name, path] of screens)
      await test.step(name, async () => {
        await page.goto(path)
        await expectScreen(page, name)
      })
  })
}

test('API documentation has no accessibility violations', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/api/docs')
  // Every call's section is built alike.
  await page.getByRole('searchbox').fill('addReview')
  await expect(page.getByText('1 call', { exact: true })).toBeAttached()
  await expectAccessibleInBothWindows(page, 'the API documentation')
})

// With a code block that is wider than a phone.
const LONG_POST = 'How to read a query plan without panic'

test('blog post has no accessibility violations', { tag: '@phone' }, async ({ page, studentPage }) => {
  for (const reader of [page, studentPage]) {
    await reader.goto(await getPostPath(page.request, LONG_POST))
    // Code that scrolls sideways is reachable by keyboard once its width has been measured.
    await expect(reader.locator('.post pre[tabindex="0"]')).not.toHaveCount(0)
    await expectAccessible(reader, reader === page ? 'the post of a visitor' : 'the post of a student')
  }
})

test(
  'course page and its reviews panel have no accessibility violations',
  { tag: '@slow' },
  async ({ page, studentPage, adminPage }) => {
    const courseId = await getFreeCourseId(page.request)
    await page.goto(`/courses/${courseId}`)
    await expectAccessibleInBothWindows(page, 'the public course page')
    await studentPage.goto(`/student/CoursePage/${courseId}-course`)
    await expectAccessibleInBothWindows(studentPage, 'the course')
    await adminPage.goto(`/dashboard/reviews?course=${courseId}`)
    await expectAccessibleInBothWindows(adminPage, 'the reviews')
  },
)

test('screens of a course’s students have no accessibility violations', { tag: '@slow' }, async ({ adminPage }) => {
  const courseId = await getFreeCourseId(adminPage.request)
  await adminPage.goto(`/dashboard/courses/${courseId}/students`)
  await expectAccessibleInBothWindows(adminPage, 'the students')
  await adminPage.getByRole('link', { name: /^Results of/ }).click()
  await expect(adminPage.getByText('Mean score')).toBeVisible()
  await expectAccessibleInBothWindows(adminPage, 'the results of a quiz')
  await adminPage.goBack()
  await adminPage.getByRole('link', { name: 'Mara Ilves' }).click()
  await adminPage.getByRole('button', { name: 'Reset progress' }).click()
  await expectAccessibleInBothWindows(adminPage, 'a student’s progress with a dialog')
  await adminPage.goto('/dashboard/submissions?type=Waiting')
  await adminPage.getByRole('region', { name: 'Submissions' }).getByRole('link').first().click()
  await expect(adminPage.getByRole('button', { name: 'Accept' })).toBeVisible()
  await expectAccessibleInBothWindows(adminPage, 'a submission')
})

// Those of a purchase are checked in buying.spec.ts.
test('a past order has no accessibility violations', { tag: '@slow' }, async ({ studentPage }) => {
  const [order] = await callApi<[{ order_id: number; items: [{ course_id: number }] }]>(
    studentPage.request,
    'POST',
    'getMyOrders',
    { page: 1 },
  )
  await studentPage.goto(`/student/purchases/${order.order_id}`)
  await expectAccessibleInBothWindows(studentPage, 'the order')
  await studentPage.goto(`/student/checkout/${order.items[0].course_id}`)
  await expectAccessibleInBothWindows(studentPage, 'the checkout of a course that the student has')
})

test('conversations have no accessibility violations', { tag: '@slow' }, async ({ adminPage, openStudentPage }) => {
  const { page, student } = await openStudentPage('Nia')
  await page.goto('/student/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill('A question')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the chat of the student')
  await adminPage.goto(`/dashboard/chat?student=${student.id}`)
  await expect(adminPage.getByRole('log').getByText('A question')).toBeVisible()
  await expectAccessibleInBothWindows(adminPage, 'the chat of the admin')
})

test('user screens have no accessibility violations', { tag: '@slow' }, async ({ adminPage, openStudentPage }) => {
  const { student } = await openStudentPage('Ondine')
  const search = { page: 1, sort: 'courses', search_text: 'studio.example' }
  const [busiest] = await callApi<[{ student_id: number }]>(adminPage.request, 'POST', 'getUsers', search)
  await adminPage.goto(`/dashboard/users/${busiest.student_id}`)
  await expectAccessibleInBothWindows(adminPage, 'a user with courses, reviews and comments')
  await adminPage.goto(`/dashboard/users/${student.id}`)
  await expectAccessibleInBothWindows(adminPage, 'a new user')
})

test(
  'course form and delete dialog have no accessibility violations',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse }) => {
    const course = await createCourse({ lessons: [{ title: 'One' }, { title: 'Two' }] })
    await page.goto(`/dashboard/courses?search=${encodeURIComponent(course.title)}`)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothWindows(page, 'the delete dialog')
    await page.goto(`/dashboard/courses/edit/${course.id}`)
    await page.getByRole('button', { name: /^1 One/ }).click()
    await expect(page.getByRole('group', { name: 'Lesson 1', exact: true })).toBeVisible()
    await expectAccessibleInBothWindows(page, 'the form')
    await page.goto('/dashboard/courses/add')
    await page.getByRole('button', { name: 'Add a lesson' }).click()
    await page.getByRole('button', { name: 'Add Course' }).click()
    await expect(page.getByText(/fields need attention/)).toBeVisible()
    await expectAccessibleInBothWindows(page, 'the form with errors')
  },
)

test('blog editor has no accessibility violations', { tag: '@slow' }, async ({ adminPage: page, createPost }) => {
  const content =
    '<h2>Two</h2><h3>Three</h3><p><strong>b</strong> <a href="https://a.example">link</a> <code>c</code></p><blockquote>q</blockquote><ol><li data-list="bullet">x</li></ol><div class="ql-code-block-container"><div class="ql-code-block">code</div></div>'
  const { id } = await createPost({ content })
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Two')
  await expectAccessibleInBothWindows(page, 'the editor')
  for (const name of ['Heading', 'Text color', 'Alignment']) {
    const picker = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
    await picker.focus()
    await page.keyboard.press('Space')
    await expect(picker).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page, `the open ${name} menu`)
    await page.keyboard.press('Escape')
  }
})

test('import steps have no accessibility violations', { tag: '@slow' }, async ({ adminPage: page }) => {
  const choose = (text: string) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.goto('/dashboard/users/import')
  await expectAccessibleInBothWindows(page, 'the file choice')
  await choose('a,b\n1,2')
  await expect(page.getByText('autumn.csv cannot be imported.')).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the refused file')
  await choose(`First name;Last name;E-mail;Gender\r\nAda;Okoro;ada@${uniqueWord('axe')}.example;\nBen;;wrong;other\n`)
  await expect(page.getByText('1 ready, 1 with problems')).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the preview')
  await page.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByRole('heading', { name: '1 user imported' })).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the summary')
})

test('command palette has no accessibility violations', { tag: '@slow' }, async ({ adminPage: page }) => {
  const field = page.getByRole('combobox', { name: 'Find anything' })
  await page.goto('/dashboard/systemlog')
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(field).toBeFocused()
  await expectAccessibleInBothWindows(page, 'the palette')
  await field.fill('ma')
  await expect(page.getByRole('group', { name: 'Users' })).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the results')
  await field.fill('zzzz')
  await expect(page.getByText('No results for “zzzz”.')).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the palette without results')
})

test('student view of an admin has no accessibility violations', { tag: '@slow' }, async ({ page }) => {
  await signIn(page.request, ADMIN)
  await page.goto('/viewasstudent')
  await expect(page.getByRole('complementary', { name: 'Student view' })).toBeVisible()
  await expectAccessibleInBothWindows(page, 'the student view')
  await page.goto('/student/chat')
  await expectAccessibleInBothWindows(page, 'the chat of the admin with the admin')
})
