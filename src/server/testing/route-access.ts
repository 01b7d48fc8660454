import type { InjectOptions } from 'fastify'
import { EXPORTS_PATH, LESSON_FILES_PATH, paths, SUBMISSION_FILES_PATH } from '#contract/paths.ts'

export const ACTORS = ['visitor', 'owner', 'other student', 'removed user', 'admin', 'demoted admin'] as const

export interface RouteRow {
  /** A request that the route understands, about the owner's order where it is about one. */
  request: InjectOptions & { url: string }
  /** The status, or the error's code, for each of ACTORS while the site runs. */
  answers: readonly (number | string)[]
  /** Who is answered in maintenance as at other times. Everyone else gets 503 `maintenance`. */
  inMaintenance: 'everyone' | 'admins' | 'nobody'
}

const forAll = (answer: number | string) => ACTORS.map(() => answer)
const forAdmins = (answer: number | string) => [
  ...['not_signed_in', 'not_allowed', 'not_allowed', 'not_signed_in'],
  ...[answer, 'not_allowed'],
]
const get = (url: string) => ({ method: 'GET', url }) as const
const NAME = '0'.repeat(32)
const CERTIFICATE = '/certificates/00000000-0000-4000-8000-000000000000'
const TUS = { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-offset': '0' }
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' }
/** HEAD has no body, so there is no code. */
const FOR_ADMINS_WITHOUT_BODY = [401, 403, 403, 401, 404, 403]

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

/** Every route that is not a call of the contract, whose table is in contract.test.ts. `ORDER` stands for an order's id. */
export const ROUTES: Record<string, RouteRow> = {
  'GET /healthz': open('/healthz'),
  'GET /readyz': open('/readyz'),
  'GET /metrics': open('/metrics', 'page_not_found'),
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
      url: `${SUBMISSION_FILES_PATH}?material_id=999999999`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: 'x',
    },
    answers: [
      ...['not_signed_in', 'lesson_not_found', 'lesson_not_found'],
      ...['not_signed_in', 'not_allowed', 'lesson_not_found'],
    ],
    inMaintenance: 'admins',
  },
  [`GET ${SUBMISSION_FILES_PATH}/:name`]: {
    request: get(`${SUBMISSION_FILES_PATH}/${NAME}`),
    answers: [
      ...['not_signed_in', 'file_not_found', 'file_not_found'],
      ...['not_signed_in', 'file_not_found', 'file_not_found'],
    ],
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
    request: get('/api/orders/ORDER/credit-note.pdf'),
    answers: [
      ...['not_signed_in', 'order_not_found', 'order_not_found'],
      ...['not_signed_in', 'order_not_found', 'order_not_found'],
    ],
    inMaintenance: 'admins',
  },
  'GET /certificates/:certificateId.pdf': {
    request: get(`${CERTIFICATE}.pdf`),
    answers: forAll('certificate_not_found'),
    inMaintenance: 'admins',
  },
  'GET /certificates/:certificateId.json': {
    request: get(`${CERTIFICATE}.json`),
    answers: forAll('certificate_not_found'),
    inMaintenance: 'admins',
  },
  'GET /uploads/:name': open(`/uploads/${NAME}.webp`, 'page_not_found'),
  // A video of no lesson is for admins, who open files before they save them: this one does not exist.
  'GET /uploads/*': open('/uploads/a/b', 'page_not_found'),
  'GET /api/*': open('/api/unknown', 'page_not_found'),
  'GET /samples/quiz': open(paths.sampleQuiz, 'page_not_found'),
  'GET /samples/certificate.pdf': open(paths.sampleCertificate),
  'GET /robots.txt': open('/robots.txt'),
  [`GET ${paths.sitemap}`]: open(paths.sitemap),
  'GET /feed.xml': { ...open(paths.rssFeed), inMaintenance: 'nobody' },
  'GET /atom.xml': { ...open(paths.atomFeed), inMaintenance: 'nobody' },
  'GET /courses.xml': { ...open(paths.coursesFeed), inMaintenance: 'nobody' },
}
