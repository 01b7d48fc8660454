import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { API_BASE, UPLOADS_PATH } from '#contract/paths.ts'
import type { RenderPage } from '#contract/page.ts'
import { createBackupCommand } from './cli/run-backup.ts'
import { openControlSocket } from './cli/control-socket.ts'
import { ResponseCache } from './platform/cache/response-cache.ts'
import { registerApiRoutes } from './pipeline/api-routes.ts'
import { createAdmission } from './pipeline/admit.ts'
import { createBackgroundWrites } from './pipeline/background-write.ts'
import { ApiPipeline } from './pipeline/api-pipeline.ts'
import { createSessionReader } from './pipeline/read-session.ts'
import { createTrafficQueues } from './pipeline/traffic.ts'
import { createFastify } from './create-fastify.ts'
import { handlers } from './handlers/handlers.ts'
import type { Database } from './platform/db/connect.ts'
import { registerAnalyticsJobs } from './features/analytics/analytics-jobs.ts'
import { Analytics } from './features/analytics/analytics.ts'
import { registerWebhookRoute } from './features/payments/webhook-route.ts'
import type { Backups } from './features/backups/backups.ts'
import { registerBackupJobs } from './features/backups/backup-jobs.ts'
import { registerQuizJobs } from './features/quizzes/attempts/quiz-jobs.ts'
import { registerSubmissionFileRoutes } from './features/assignments/submission-file-routes.ts'
import { registerPaymentJobs } from './features/payments/payment-jobs.ts'
import { warnAboutPayments } from './features/payments/warn-about-payments.ts'
import { createPayments, getProviderNames } from './features/payments/create-payments.ts'
import { SessionStore } from './http/sessions/session-store.ts'
import type { Env } from './env.ts'
import { registerExportRoutes } from './features/exports/export-routes.ts'
import { registerFeedRoutes } from './pages/feeds.ts'
import { registerClientFiles } from './pages/client-files.ts'
import { registerHealthRoutes } from './pages/health-routes.ts'
import type { LessonFileLimits } from './features/lessons/lesson-files.ts'
import { registerLessonFileRoutes } from './features/lessons/lesson-file-routes.ts'
import type { ReadDiskUsage } from './platform/storage/disk-space.ts'
import { registerPdfRoutes } from './features/pdf-program/pdf-routes.ts'
import { registerUploadRoutes } from './features/uploads/upload-routes.ts'
import { registerGoogleRoutes } from './features/google/routes.ts'
import { registerSocketRoute } from './features/chat/socket.ts'
import { createSmtpDelivery, createOutboxDelivery } from './platform/mail/delivery.ts'
import { Mailer } from './platform/mail/mailer.ts'
import { renderEmail } from './features/emails/render-email.ts'
import { startUnreadMailJob } from './features/chat/unread-mails.ts'
import { registerOpenApiRoute } from './pages/open-api.ts'
import { type DevPages, registerDevMiddleware } from './pages/dev-pages.ts'
import { registerPageRoutes } from './pages/pages.ts'
import { createOriginCheck } from './http/same-site.ts'
import { createSiteStatusCheck, openHub } from './open-hub.ts'
import { openSystem } from './open-system.ts'
import { getOutboxFolder, openStorage } from './open-storage.ts'
import type { Bus } from './platform/bus/bus.ts'
import type { Services } from './pipeline/services.ts'
import { SessionCookie } from './http/cookies/session-cookie.ts'
import { registerSampleRoutes } from './pages/samples.ts'
import { registerSitemapRoutes } from './pages/sitemap.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import { createThrottles, disabledThrottles, type Throttles } from './platform/throttle/throttles.ts'
import { createWarnings, type Warnings } from './platform/warnings.ts'
import { warnAboutSettings } from './features/site/set-up-warnings.ts'

export interface AppOptions {
  env: Env
  database: Database
  /** Without it only the API is served. */
  pages?: { renderPage: RenderPage; clientFolder: string; dev?: DevPages }
  /** Whether the demo academy is on; by default not. */
  hasDemo?: boolean
  /** By default empty. */
  warnings?: Warnings
  /** By default standard output. */
  logStream?: { write(line: string): void }
  /** By default the disk of the data folder. */
  readDiskUsage?: ReadDiskUsage | undefined
  lessonFileLimits?: LessonFileLimits | undefined
  /** By default ten seconds. */
  callTimeoutMs?: number | undefined
}

/** The whole product as one Fastify application, not listening yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(options.env, options.logStream)
  await registerRoutes(app, options, await openServices(app, options))
  return app
}

/** What the routes share. It closes with the application. */
async function openServices(app: FastifyInstance, options: AppOptions) {
  const { env, database, readDiskUsage, lessonFileLimits, callTimeoutMs, warnings = createWarnings() } = options
  warnAboutSettings(env, warnings)
  const { db, failWhenStalled } = database
  const cache = new ResponseCache()
  const throttles = env.throttle ? createThrottles(database.pool, env) : disabledThrottles
  const queues = createTrafficQueues(env.throttle)
  const isSiteRunning = createSiteStatusCheck(database, cache)
  const { hub, bus } = await openHub(env, database, { cache, isSiteRunning }, app)
  const { folder, files, ...stored } = openStorage({ env, database, warnings, readDiskUsage, lessonFileLimits }, app)
  const { hasDemo = false } = options
  const payments = createPayments(env, db, hasDemo)
  warnAboutPayments(env, getProviderNames(env.payments, hasDemo), warnings)
  const mailer = startMailer(env, database, payments, app)
  const watched = { hub, isSiteRunning, warnings, cache, queues, pictures: stored.pictures, throttles }
  const { readSystem } = await openSystem({ ...options, ...watched }, app)
  await startControlSocket(env, database, { throttles, bus, readSystem, backups: stored.backups }, app)
  const services = {
    ...{ db, throttles, isSiteRunning, mailer, payments, live: hub, warnings, settings: env, readSystem, ...stored },
    analytics: new Analytics(db),
    secrets: openSecretBox(env),
  }
  const runWithServices = createBackgroundWrites(services, bus)
  registerPaymentJobs(app, { runWithServices, payments })
  registerQuizJobs(app, runWithServices)
  registerAnalyticsJobs(app, runWithServices)
  registerBackupJobs(app, runWithServices, stored.backups)
  const admit = createAdmission(isSiteRunning)
  const calls = { admit, cache, bus, failWhenStalled, queues, callTimeoutMs }
  const pipeline = new ApiPipeline({ handlers, services, log: app.log, ...calls })
  const { lessonFiles, submissionFiles } = stored
  return {
    ...{ db, bus, cache, hub, throttles, queues, isSiteRunning, mailer, payments, admit, pipeline, runWithServices },
    ...{ folder, files, lessonFiles, submissionFiles },
  }
}

async function registerRoutes(
  app: FastifyInstance,
  { env, database, pages }: AppOptions,
  services: Awaited<ReturnType<typeof openServices>>,
): Promise<void> {
  const { db, bus, cache, hub, throttles, queues, pipeline, mailer, payments, admit, folder, files } = services
  const { publicUrl } = env
  const store = new SessionStore({ db, cache, bus, rules: env })
  const cookie = new SessionCookie({ store, publicUrl })
  const isOwnOrigin = createOriginCheck(publicUrl)
  const readSession = createSessionReader(cookie, queues)
  registerHealthRoutes(app, database, throttles)
  await registerApiRoutes(app, { pipeline, cookie, throttles, isOwnOrigin, readSession })
  const signIn = { mailer, cookie, throttles, isSiteRunning: services.isSiteRunning }
  await registerGoogleRoutes(app, { settings: env.google, publicUrl, db, bus, ...signIn })
  registerSocketRoute(app, { hub, pipeline, admit, store, throttles, env, cookieName: cookie.name, isOwnOrigin })
  registerOpenApiRoute(app, publicUrl, throttles)
  await registerLessonFileRoutes(app, { db, files: services.lessonFiles, readSession, throttles, isOwnOrigin, admit })
  await registerSubmissionFileRoutes(app, {
    db,
    files: services.submissionFiles,
    readSession,
    throttles,
    isOwnOrigin,
    admit,
  })
  registerExportRoutes(app, { db, readSession, throttles, isOwnOrigin, admit })
  await registerWebhookRoute(app, services)
  registerPdfRoutes(app, { db, readSession, throttles, admit, queues, payments, folder, files, publicUrl })
  await registerUploadRoutes(app, { db, readSession, throttles, folder, files, admit })
  registerSampleRoutes(app, { db, cache, publicUrl, folder, files, throttles, queues })
  registerSitemapRoutes(app, { db, cache, publicUrl, throttles, queues })
  registerFeedRoutes(app, { pipeline, cache, publicUrl, throttles, queues })
  for (const base of [API_BASE, UPLOADS_PATH]) {
    // Clients of the API expect JSON, not a page.
    app.get(`${base}/*`, () => Promise.reject(new AppError('page_not_found')))
  }
  if (!pages || !existsSync(pages.clientFolder)) return
  if (pages.dev) registerDevMiddleware(app, pages.dev)
  else await registerClientFiles(app, pages.clientFolder)
  const requests = { pipeline, cookie, readSession, throttles, isOwnOrigin }
  registerPageRoutes(app, { ...requests, cache, queues, publicUrl, ...pages })
}

/** The embedded database takes one process; on a PostgreSQL server the command line connects directly. */
async function startControlSocket(
  env: Env,
  { db, kind }: Database,
  deps: { throttles: Throttles; bus: Bus; backups: Backups } & Pick<Services, 'readSystem'>,
  app: FastifyInstance,
): Promise<void> {
  if (kind !== 'embedded') return
  const { throttles, bus, backups, readSystem } = deps
  const readChecks = async () => (await readSystem()).checks
  const tools = { db, throttles, bus, readChecks, createBackup: createBackupCommand(env, backups, db) }
  const control = await openControlSocket(env.dataDir, tools, app.log)
  app.addHook('onClose', () => control.close())
}

/** Wakes the mailer at start, because mail may be queued from before a restart. */
function startMailer(env: Env, { db }: Database, payments: Services['payments'], app: FastifyInstance): Mailer {
  const deliver = env.smtpUrl
    ? createSmtpDelivery(env.smtpUrl, env.mailFrom)
    : createOutboxDelivery(getOutboxFolder(env), env.mailFrom)
  const mailer = new Mailer({
    db,
    deliver,
    renderEmail: (mail) => renderEmail(db, mail, { siteUrl: env.publicUrl, payments }),
    log: app.log,
  })
  app.addHook('onReady', async () => mailer.wake())
  const stopUnreadMailJob = startUnreadMailJob(db, mailer, app.log)
  app.addHook('onClose', () => {
    stopUnreadMailJob()
    return mailer.close()
  })
  return mailer
}
