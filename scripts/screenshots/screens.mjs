import { ask } from './product.mjs'

const STILL = ['full']
const FORM = ['full', 'loading', 'error']

const first = (call, body, path) => async (product) => {
  const msg = await ask(product, call, body)
  return msg.length === 0 ? null : path(msg[0])
}
const aCourse = (path) => first('getCoursesAdmin', { page: 1 }, ({ course_id }) => path.replace('{id}', course_id))
const aPost = (path) => first('getBlogsAdmin', { page: 1 }, ({ blog_id }) => path.replace('{id}', blog_id))
const aPath = (path) => first('getPathsAdmin', { page: 1 }, ({ path_id }) => path.replace('{id}', path_id))
const myCertificate = async (product) => {
  const [certificate] = await ask(product, 'getMyCertificates', {}, 'student')
  return certificate ? `/certificates/${certificate.certificate_id}` : null
}
/** The demo student, who is enrolled in many courses, is last in the list. */
const aUser = async (product) => {
  const msg = await ask(product, 'getUsers', { page: 1, search_text: 'mara@' })
  return `/dashboard/users/${msg[0].student_id}`
}

/** A lesson of a kind, with its course; null without one. */
const findLesson = async (product, kind) => {
  for (const { course_id } of await ask(product, 'getCoursesAdmin', { page: 1 })) {
    const { materials } = await ask(product, 'getCourseForm', { course_id })
    const lesson = materials.find((one) => one.kind === kind)
    if (lesson) return { course_id, material_id: lesson.material_id }
  }
  return null
}
const lessonOf = (kind) => async (product) => {
  const lesson = await findLesson(product, kind)
  return lesson && `/student/CoursePage/${lesson.course_id}-course?lesson=${lesson.material_id}`
}
const quizResults = async (product) => {
  const lesson = await findLesson(product, 'quiz')
  return lesson && `/dashboard/courses/${lesson.course_id}/quizzes/${lesson.material_id}`
}
const studentProgress = async (product) => {
  const [{ course_id }] = await ask(product, 'getEnrolledCourses', { page: 1 }, 'student').then(([courses]) => courses)
  const [{ student_id }] = await ask(product, 'getUsers', { page: 1, search_text: 'mara@' })
  return `/dashboard/courses/${course_id}/students/${student_id}`
}

/** A course that the demo student can buy; null without one. */
const findOffer = async (product) => {
  const courses = await ask(product, 'getCourses', { page: 1 }, 'student')
  return courses.find(({ enrolled, price }) => !enrolled && price > 0) ?? null
}
const checkout = async (product) => {
  const offer = await findOffer(product)
  return offer && `/student/checkout/${offer.course_id}`
}
const testPayment = async (product) => {
  const offer = await findOffer(product)
  const order = offer && (await ask(product, 'createOrder', { course_id: offer.course_id }, 'student'))
  return order && `/student/purchases/${order.order_id}/pay`
}
const orderPath = (who, call, path) => async (product) => {
  const orders = await ask(product, call, { page: 1 }, who)
  const order = orders.find(({ status }) => status === 'paid')
  return order ? `${path}/${order.order_id}` : null
}

/**
 * Every screen with its address (or a function that finds it), `as` which user, an action before the picture, and the
 * states it can have. `emptyPath` shows the empty state on a product that has data.
 */
export const SCREENS = [
  { name: 'landing', path: '/', states: STILL },
  { name: 'landing features', path: '/#features', states: STILL },
  { name: 'login', path: '/login', states: STILL },
  { name: 'login refused', path: '/login', states: STILL, act: refused },
  { name: 'second step', path: '/loginstep?steps=totp,recovery', states: STILL },
  { name: 'sign up', path: '/signup', states: STILL },
  { name: 'forgot password', path: '/forgotpassword', states: STILL },
  { name: 'verify code', path: '/verifycode?email=mara@learnlantern.example', states: STILL },
  { name: 'confirm password', path: '/confirmpass?email=mara@learnlantern.example&code=123456', states: STILL },
  { name: 'confirm email', path: '/confirmemail?token=x', states: STILL },
  { name: 'not found', path: '/nowhere', states: STILL },
  { name: 'API', path: '/api/docs', states: STILL },
  { name: 'maintenance', path: '/maintenance', states: STILL, inMaintenance: true },
  { name: 'all courses', path: '/student/allcourses' },
  { name: 'public course', path: aCourse('/courses/{id}'), states: STILL },
  { name: 'learning paths', path: '/paths' },
  { name: 'learning path plan', path: '/paths?goal=web&level=&hours=5', states: STILL },
  { name: 'learning path', path: aPath('/paths/{id}'), states: STILL },
  { name: 'missing certificate', path: '/certificates/00000000-0000-4000-8000-000000000000', states: STILL },
  { name: 'blog list', path: '/student/blog' },
  { name: 'blog post', path: aPost('/student/blog/{id}-post'), states: FORM },
  { name: 'profile', path: '/student/profile', as: 'student', states: FORM },
  {
    name: 'profile edit',
    path: '/student/profile',
    as: 'student',
    states: STILL,
    act: (page) => page.getByRole('button', { name: 'Edit your profile' }).click({ timeout: 5_000 }),
  },
  { name: 'my courses', path: '/student/mycourses', as: 'student' },
  { name: 'course', path: aCourse('/student/CoursePage/{id}-course'), as: 'student', states: FORM },
  { name: 'course as article', path: lessonOf('article'), as: 'student', states: STILL },
  { name: 'course as quiz', path: lessonOf('quiz'), as: 'student', states: STILL },
  { name: 'course as assignment', path: lessonOf('assignment'), as: 'student', states: STILL },
  { name: 'missing course', path: '/student/CoursePage/abc', as: 'student', states: STILL },
  { name: 'my certificates', path: '/student/certificates', as: 'student' },
  { name: 'certificate', path: myCertificate, as: 'student', states: STILL },
  { name: 'checkout', path: checkout, as: 'student', states: FORM },
  { name: 'test payment', path: testPayment, as: 'student', states: FORM },
  { name: 'order', path: orderPath('student', 'getMyOrders', '/student/purchases'), as: 'student', states: FORM },
  { name: 'my purchases', path: '/student/purchases', as: 'student' },
  { name: 'student chat', path: '/student/chat', as: 'student' },
  { name: 'student not found', path: '/student/nowhere', as: 'student', states: STILL },
  { name: 'users', path: '/dashboard/users', as: 'admin', emptyPath: '/dashboard/users?search=zzzz' },
  { name: 'one user', path: aUser, as: 'admin' },
  { name: 'own account', path: '/dashboard/account', as: 'admin', states: FORM },
  { name: 'import users', path: '/dashboard/users/import', as: 'admin', states: STILL },
  { name: 'course panel', path: '/dashboard/courses', as: 'admin' },
  {
    name: 'delete course',
    path: '/dashboard/courses',
    as: 'admin',
    states: STILL,
    act: (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  },
  { name: 'add course', path: '/dashboard/courses/add', as: 'admin', states: STILL },
  { name: 'edit course', path: aCourse('/dashboard/courses/edit/{id}'), as: 'admin', states: FORM },
  { name: 'course students', path: aCourse('/dashboard/courses/{id}/students'), as: 'admin', states: FORM },
  { name: 'student progress', path: studentProgress, as: 'admin', states: FORM },
  { name: 'quiz results', path: quizResults, as: 'admin', states: FORM },
  { name: 'submissions', path: '/dashboard/submissions', as: 'admin', emptyPath: '/dashboard/submissions?search=zzzz' },
  { name: 'blog panel', path: '/dashboard/blogs', as: 'admin' },
  { name: 'add blog', path: '/dashboard/blogs/add', as: 'admin', states: STILL },
  { name: 'edit blog', path: aPost('/dashboard/blogs/edit/{id}'), as: 'admin', states: FORM },
  { name: 'analytics', path: '/dashboard/analytics', as: 'admin' },
  {
    name: 'reviews panel',
    path: aCourse('/dashboard/reviews?course={id}'),
    as: 'admin',
    emptyPath: '/dashboard/reviews',
  },
  { name: 'chats', path: '/dashboard/chat', as: 'admin' },
  {
    name: 'one chat',
    path: first('getConversations', { page: 1 }, ({ student_id }) => `/dashboard/chat?student=${student_id}`),
    as: 'admin',
    states: FORM,
  },
  { name: 'orders panel', path: '/dashboard/orders', as: 'admin', emptyPath: '/dashboard/orders?search=zzzz' },
  { name: 'one order', path: orderPath('admin', 'getOrders', '/dashboard/orders'), as: 'admin', states: FORM },
  { name: 'coupons panel', path: '/dashboard/coupons', as: 'admin', emptyPath: '/dashboard/coupons?search=zzzz' },
  { name: 'paths panel', path: '/dashboard/paths', as: 'admin', emptyPath: '/dashboard/paths?search=zzzz' },
  { name: 'add path', path: '/dashboard/paths/add', as: 'admin', states: STILL },
  { name: 'edit path', path: aPath('/dashboard/paths/edit/{id}'), as: 'admin', states: FORM },
  {
    name: 'certificates panel',
    path: '/dashboard/certificates',
    as: 'admin',
    emptyPath: '/dashboard/certificates?search=zzzz',
  },
  { name: 'certificate design', path: '/dashboard/certificates/design', as: 'admin', states: FORM },
  { name: 'system', path: '/dashboard/system', as: 'admin', states: FORM },
  { name: 'audit log', path: '/dashboard/audit', as: 'admin', emptyPath: '/dashboard/audit?search=zzzz' },
  { name: 'trash', path: '/dashboard/trash', as: 'admin', emptyPath: '/dashboard/trash?search=zzzz' },
  { name: 'system log', path: '/dashboard/systemlog', as: 'admin', emptyPath: '/dashboard/systemlog?search=zzzz' },
  { name: 'maintenance panel', path: '/dashboard/maintenance', as: 'admin', states: STILL },
  { name: 'command palette', path: '/dashboard', as: 'admin', states: STILL, act: palette },
  {
    name: 'dashboard menu',
    path: '/dashboard',
    as: 'admin',
    states: STILL,
    act: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click({ timeout: 500 }),
  },
  { name: 'dashboard not found', path: '/dashboard/nowhere', as: 'admin', states: STILL },
]

async function refused(page) {
  await page.getByLabel('Email').fill('nobody@mail.example')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Log in' }).last().click()
  await page.getByText('Wrong email or password').waitFor()
}

async function palette(page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('java')
  await page.waitForTimeout(700)
}
