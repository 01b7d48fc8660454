import type { InjectOptions } from 'fastify'
import { EXPORTS_PATH, LESSON_FILES_PATH, paths, SUBMISSION_FILES_PATH, uploadPath } from '#contract/paths.ts'

export const ACTORS = ['visitor', 'owner', 'other student', 'removed user', 'admin', 'demoted admin'] as const

export interface RouteRow {
  /** A request that the route understands. */
  request: InjectOptions & { url: string }
  /** The status, or the error's code, for each of ACTORS while the site runs. */
  answers: readonly (number | string)[]
  /** Who is answered in maintenance as at other times. Everyone else gets 503 `maintenance`. */
  inMaintenance: 'everyone' | 'admins' | 'nobody'
  /** Answers with a page, which has no code. */
  isPage?: true
  /** Ends the session that it is asked with. */
  endsSession?: true
}

const forAll = (answer: number | string) => ACTORS.map(() => answer)
const forAdmins = (answer: number | string) => [
  ...['not_signed_in', 'not_allowed', 'not_allowed', 'not_signed_in'],
  ...[answer, 'not_allowed'],
]
const get = (url: string) => ({ method: 'GET', url }) as const
const NAME = '0'.repeat(32)
/** Of a lesson in the owner's course. */
export const LESSON_FILE_URL = uploadPath(`${NAME}.webm`)
const TUS = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-offset': '0' }
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }
/** HEAD has no body, so there is no code. */
const FOR_ADMINS_WITHOUT_BODY = [401, 403, 403, 401, 404, 403]

/** Without an account and without a code: the page comes again and says why. */
const form = (url: string, status: number, inMaintenance: RouteRow['inMaintenance'] = 'everyone'): RouteRow => ({
  request: {
    ...{ method: 'POST', url, payload: 'email=nobody%40mail.example&password=x&code=000000&token=x' },
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' },
  },
  answers: forAll(status),
  inMaintenance,
  isPage: true,
})
const page = (url: string, answers: RouteRow['answers'] = forAll(200)): RouteRow => ({
  ...{ request: get(url), answers, inMaintenance: 'admins', isPage: true },
})

const exportRow = (name: string): RouteRow => ({
  request: get(`${EXPORTS_PATH}/${name}.csv`),
  answers: forAdmins(200),
  inMaintenance: 'admins',
})
const open = (url: string, answer: number | string = 200): RouteRow => ({
  request: get(url),
  answers: forAll(answer),
  inMaintenance: 'everyone',
})

/**
 * Every route that is not a call of the contract, whose table is CALL_ACCESS. Words in capitals in an address stand for
 * records of the owner's. What is in brackets after a route tells its rows apart.
 */
export const ROUTES: Record<string, RouteRow> = {
  'GET /healthz': open('/healthz'),
  'GET /readyz': open('/readyz'),
  'GET /metrics': open('/metrics', 'not_signed_in'),
  [`GET ${paths.openApi}`]: open(paths.openApi),
  [`GET ${paths.googleSignIn}`]: open(paths.googleSignIn, 'not_configured'),
  [`GET ${paths.googleSignIn}/callback`]: open(`${paths.googleSignIn}/callback`, 'not_configured'),
  [`POST ${paths.stripeWebhook}`]: {
    request: { method: 'POST', url: paths.stripeWebhook, payload: '{}' },
    answers: forAll('not_configured'),
    inMaintenance: 'everyone',
  },
  [`POST ${LESSON_FILES_PATH}`]: {
    request: { method: 'POST', url: LESSON_FILES_PATH, headers: TUS },
    answers: forAdmins(201),
    inMaintenance: 'admins',
  },
  [`HEAD ${LESSON_FILES_PATH}/:name`]: {
    request: { method: 'HEAD', url: `${LESSON_FILES_PATH}/${NAME}`, headers: TUS },
    answers: FOR_ADMINS_WITHOUT_BODY,
    inMaintenance: 'admins',
  },
  [`PATCH ${LESSON_FILES_PATH}/:name`]: {
    request: { method: 'PATCH', url: `${LESSON_FILES_PATH}/${NAME}`, headers: PART, payload: 'x' },
    answers: forAdmins('file_not_found'),
    inMaintenance: 'admins',
  },
  [`DELETE ${LESSON_FILES_PATH}/:name`]: {
    request: { method: 'DELETE', url: `${LESSON_FILES_PATH}/${NAME}`, headers: TUS },
    answers: forAdmins('file_not_found'),
    inMaintenance: 'admins',
  },
  [`POST ${SUBMISSION_FILES_PATH}`]: {
    request: {
      method: 'POST',
      url: `${SUBMISSION_FILES_PATH}?material_id=ASSIGNMENT`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: 'x',
    },
    answers: ['not_signed_in', 201, 'not_enrolled', 'not_signed_in', 'not_allowed', 'not_enrolled'],
    inMaintenance: 'admins',
  },
  [`GET ${SUBMISSION_FILES_PATH}/:name`]: {
    request: get(`${SUBMISSION_FILES_PATH}/SUBMITTED_FILE`),
    answers: ['not_signed_in', 200, 'file_not_found', 'not_signed_in', 200, 'file_not_found'],
    inMaintenance: 'admins',
  },
  'GET /api/exports/users.csv': exportRow('users'),
  'GET /api/exports/orders.csv': exportRow('orders'),
  'GET /api/exports/system-log.csv': exportRow('system-log'),
  'GET /api/exports/audit-log.csv': exportRow('audit-log'),
  'GET /api/orders/:orderId/receipt.pdf': {
    request: get('/api/orders/ORDER/receipt.pdf'),
    answers: ['not_signed_in', 200, 'order_not_found', 'not_signed_in', 200, 'order_not_found'],
    inMaintenance: 'admins',
  },
  'GET /api/orders/:orderId/credit-note.pdf': {
    request: get('/api/orders/REFUNDED_ORDER/credit-note.pdf'),
    answers: ['not_signed_in', 200, 'order_not_found', 'not_signed_in', 200, 'order_not_found'],
    inMaintenance: 'admins',
  },
  'GET /certificates/:id.pdf': {
    request: get('/certificates/CERTIFICATE.pdf'),
    answers: forAll(200),
    inMaintenance: 'admins',
  },
  'GET /certificates/:id.json': {
    request: get('/certificates/CERTIFICATE.json'),
    answers: forAll(200),
    inMaintenance: 'admins',
  },
  'GET /uploads/:name': open(`/uploads/${NAME}.webp`, 'page_not_found'),
  'GET /uploads/:name (a lesson file)': {
    request: get(LESSON_FILE_URL),
    answers: ['not_signed_in', 200, 'not_enrolled', 'not_signed_in', 200, 'not_enrolled'],
    inMaintenance: 'admins',
  },
  'GET /uploads/*': open('/uploads/a/b', 'page_not_found'),
  'GET /api/*': open('/api/unknown', 'page_not_found'),
  'GET /samples/quiz': open(paths.sampleQuiz, 302),
  'GET /samples/certificate.pdf': open(paths.sampleCertificate),
  'GET /robots.txt': open('/robots.txt'),
  [`GET ${paths.sitemap}`]: open(paths.sitemap),
  'GET /feed.xml': { ...open(paths.rssFeed), inMaintenance: 'nobody' },
  'GET /atom.xml': { ...open(paths.atomFeed), inMaintenance: 'nobody' },
  'GET /courses.xml': { ...open(paths.coursesFeed), inMaintenance: 'nobody' },
  // Pages. Each makes calls, here one: the list of courses, or of users in the dashboard.
  'GET /': page('/'),
  [`GET ${paths.apiDocs}`]: page(paths.apiDocs),
  'GET /*': page(paths.users, [401, 403, 403, 401, 200, 403]),
  // A file of the build, which only the renderer of pages reads.
  'GET /index.html': open('/index.html', 'page_not_found'),
  'GET /assets/:name': open('/assets/gone.js', 'page_not_found'),
  // Forms as a browser sends them by itself.
  [`POST ${paths.login}`]: form(paths.login, 401),
  [`POST ${paths.loginStep}`]: form(paths.loginStep, 401),
  [`POST ${paths.signup}`]: form(paths.signup, 400, 'admins'),
  [`POST ${paths.forgotPassword}`]: form(paths.forgotPassword, 303),
  [`POST ${paths.verifyCode}`]: form(paths.verifyCode, 400),
  [`POST ${paths.confirmPassword}`]: form(paths.confirmPassword, 400),
  [`POST ${paths.confirmEmail}`]: form(paths.confirmEmail, 400, 'admins'),
  [`POST ${paths.logout}`]: { ...form(paths.logout, 303), endsSession: true },
  [`POST ${paths.studentLogout}`]: { ...form(paths.studentLogout, 303), endsSession: true },
}
