import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { API_BASE, UPLOADS_PATH } from '#contract/paths.ts'
import type { RenderPage } from '#contract/page.ts'
import { openControlSocket } from './cli/control-socket.ts'
import { ResponseCache } from './platform/cache/response-cache.ts'
import { registerApiRoutes } from './pipeline/api-routes.ts'
import { createAdmission } from './pipeline/admit.ts'
import { ApiPipeline } from './pipeline/api-pipeline.ts'
import { handlers } from './handlers.ts'
import type { Database } from './platform/db/connect.ts'
import { messages } from './platform/db/schema.ts'
import { Analytics } from './features/analytics/analytics.ts'
import { readSiteStatus } from './features/site/read-site-status.ts'
import { SessionStore } from './http/session-store.ts'
import type { Env } from './env.ts'
import { handleClientError, registerErrorHandler, sendError, toAppError } from './http/error-handler.ts'
import { registerExportRoutes } from './features/exports/export-routes.ts'
import { warnOfForwardedHeaders } from './http/forwarded-headers.ts'
import { getSecurityHeaders } from './http/security-headers.ts'
import { registerFeedRoutes } from './pages/feeds.ts'
import { registerLessonFileRoutes } from './features/lessons/lesson-file-routes.ts'
import { LessonFiles } from './features/lessons/lesson-files.ts'
import { Pictures } from './platform/storage/pictures.ts'
import { registerUploadRoutes, getUploadsFolder } from './features/uploads/upload-routes.ts'
import { type Bus, createLocalBus, type BusMessage, createPostgresBus } from './platform/bus/bus.ts'
import { registerGoogleRoutes } from './features/google/routes.ts'
import { Hub } from './platform/live/hub.ts'
import { registerSocketRoute } from './features/chat/socket.ts'
import { serializeError, serializeRequest, serializeUpload } from './platform/log/log-serializers.ts'
import { createSmtpDelivery, createOutboxDelivery } from './platform/mail/delivery.ts'
import { Mailer } from './platform/mail/mailer.ts'
import { renderEmail } from './features/emails/render-email.ts'
import { startUnreadMailJob } from './features/chat/unread-mails.ts'
import { registerOpenApiRoute } from './pages/open-api.ts'
import { type DevPages, registerDevMiddleware } from './pages/dev-pages.ts'
import { registerPageRoutes } from './pages/pages.ts'
import { createOriginCheck } from './http/same-site.ts'
import type { Services } from './pipeline/services.ts'
import { SessionCookie } from './http/session-cookie.ts'
import { registerSitemapRoutes } from './pages/sitemap.ts'
import { createThrottles, disabledThrottles, type Throttles } from './platform/throttle/throttles.ts'
import { startCleanupJobs } from './cleanup-jobs.ts'
import { createWarnings } from './platform/warnings.ts'

export interface AppOptions {
  env: Env
  database: Database
  /** Without it only the API is served. */
  pages?: { renderPage: RenderPage; clientFolder: string; dev?: DevPages }
  /** By default standard output. */
  logStream?: { write(line: string): void }
}

/** For a whole request, uploads included. JSON bodies have less (api-routes.ts). */
const REQUEST_TIMEOUT_MS = 60_000
const BODY_LIMIT_BYTES = 256 * 1024
const YEAR_S = 31_536_000

/** The whole product as one Fastify application, not listening yet. */
export async function buildApp({ env, database, pages, logStream }: AppOptions): Promise<FastifyInstance> {
  const app = createFastify(env, logStream)
  await app.register(fastifyCookie)
  const { db } = database
  const { publicUrl } = env
  const cache = new ResponseCache()
  const throttles = env.throttle ? createThrottles(database.pool, env) : disabledThrottles
  const isSiteRunning = createSiteStatusCheck(database, cache)
  const { hub, bus } = await openHub(env, database, { cache, isSiteRunning }, app)
  const store = new SessionStore(db, cache)
  const cookie = new SessionCookie({ store, bus, publicUrl })
  const folder = getUploadsFolder(env.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pictures = new Pictures(folder)
  const lessonFiles = new LessonFiles(folder)
  const mailer = startMailer(env, database, app)
  const stopCleanup = startCleanupJobs({ db, pictures, folder, log: app.log })
  app.addHook('onClose', async () => stopCleanup())
  await startControlSocket(env, database, { throttles, bus }, app)
  const isOwnOrigin = createOriginCheck(publicUrl)
  const admit = createAdmission(isSiteRunning)
  const analytics = new Analytics(db)
  const warnings = createWarnings()
  if (env.trustProxy === false) warnOfForwardedHeaders(app, warnings)
  const services = {
    ...{ db, throttles, isSiteRunning, mailer, pictures, lessonFiles, analytics, live: hub, warnings },
    settings: env,
  }
  const pipeline = new ApiPipeline({ handlers, services, admit, cache, bus, log: app.log })

  registerHealthRoutes(app, database)
  await registerApiRoutes(app, { pipeline, cookie, throttles, isOwnOrigin })
  await registerGoogleRoutes(app, { settings: env.google, publicUrl, db, bus, mailer, cookie, throttles })
  registerSocketRoute(app, { hub, pipeline, admit, store, cookieName: cookie.name, isOwnOrigin })
  registerOpenApiRoute(app, publicUrl)
  await registerLessonFileRoutes(app, { files: lessonFiles, cookie, throttles, isOwnOrigin, admit })
  registerExportRoutes(app, { db, cookie, throttles, isOwnOrigin, admit })
  await registerUploadRoutes(app, { db, cookie, folder, admit })
  registerSitemapRoutes(app, { db, cache, publicUrl })
  registerFeedRoutes(app, { pipeline, cache, publicUrl })
  for (const base of [API_BASE, UPLOADS_PATH]) {
    // Clients of the API expect JSON, not a page.
    app.get(`${base}/*`, () => Promise.reject(new AppError('page_not_found')))
  }
  if (pages && existsSync(pages.clientFolder)) {
    if (pages.dev) registerDevMiddleware(app, pages.dev)
    else await registerClientFiles(app, pages.clientFolder)
    registerPageRoutes(app, { pipeline, cache, cookie, publicUrl, ...pages })
  }
  return app
}

function createFastify(env: Env, logStream: AppOptions['logStream']): FastifyInstance {
  const headers = getSecurityHeaders(env.publicUrl)
  const app: FastifyInstance = Fastify({
    logger: {
      level: env.logLevel,
      serializers: { req: serializeRequest, err: serializeError, busboyOptions: serializeUpload },
      ...(logStream && { stream: logStream }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof env.trustProxy === 'number' ? trustFirstHops(env.trustProxy) : env.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify's own defaults are no timeouts.
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No hook runs for these, so the headers are set here.
    frameworkErrors: (error, request, reply) => sendError(request, reply.headers(headers), toAppError(error)),
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
  })
  registerErrorHandler(app)
  // Other sites can send text/plain without a preflight request.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  return app
}

const trustFirstHops = (count: number) => (_address: string, hop: number) => hop < count

/** The hub publishes on the bus, and the bus delivers to the hub. */
async function openHub(
  env: Env,
  { db, kind }: Database,
  { cache, isSiteRunning }: { cache: ResponseCache; isSiteRunning: Services['isSiteRunning'] },
  app: FastifyInstance,
): Promise<{ hub: Hub; bus: Bus }> {
  const hub = new Hub({
    publish: (message) => bus.publish(message),
    loadMessage: (id) => db.query.messages.findFirst({ where: eq(messages.id, id) }),
    isSiteRunning,
    warn: (error, text) => app.log.warn({ err: error }, text),
  })
  const listener = {
    onBusMessage: (message: BusMessage) => {
      // Before any socket refetches.
      if (message.kind === 'changed') cache.invalidate(message.tags)
      hub.onBusMessage(message)
    },
    connected: (connected: boolean) => cache.setEnabled(connected),
  }
  const bus =
    kind === 'server' && env.databaseUrl
      ? await createPostgresBus(env.databaseUrl, listener, app.log)
      : createLocalBus(listener)
  app.addHook('onClose', () => bus.close())
  return { hub, bus }
}

/** The embedded database takes one process; on a PostgreSQL server the command line connects directly. */
async function startControlSocket(
  env: Env,
  { db, kind }: Database,
  { throttles, bus }: { throttles: Throttles; bus: Bus },
  app: FastifyInstance,
): Promise<void> {
  if (kind !== 'embedded') return
  const invalidate = (tags: readonly string[]) => bus.publish({ kind: 'changed', tags })
  const control = await openControlSocket(env.dataDir, { db, throttles, invalidate }, app.log)
  app.addHook('onClose', () => control.close())
}

function registerHealthRoutes(app: FastifyInstance, database: Database): void {
  app.get('/healthz', async () => ({ status: true, msg: 'alive' }))
  app.get('/readyz', async () => {
    if (!(await database.isReady())) throw new AppError('not_ready', { text: 'The database does not answer' })
    return { status: true, msg: 'ready' }
  })
}

async function registerClientFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    wildcard: false,
    // The uploads plugin has added sendFile already.
    decorateReply: false,
    preCompressed: true,
    allowedPath: (path) => !path.startsWith('/.vite') && path !== '/index.html',
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600')
    },
  })
}

/** Wakes the mailer at start, because mail may be queued from before a restart. */
function startMailer(env: Env, { db }: Database, app: FastifyInstance): Mailer {
  const deliver = env.smtpUrl
    ? createSmtpDelivery(env.smtpUrl, env.mailFrom)
    : createOutboxDelivery(join(env.dataDir, 'outbox'), env.mailFrom)
  const mailer = new Mailer({
    db,
    deliver,
    renderEmail: (mail) => renderEmail(db, mail, env.publicUrl),
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

/** The last known status while the database is unreachable. Synchronous on a cache hit, because every call checks it. */
function createSiteStatusCheck(database: Database, cache: ResponseCache): Services['isSiteRunning'] {
  const key = 'site-is-running'
  let lastKnown = true
  const refresh = async () => {
    try {
      const { running } = await cache.getOrLoad(key, async () => ({
        value: { running: await readSiteStatus(database.db) },
        tags: ['site'],
        sizeBytes: 50,
      }))
      lastKnown = running
    } catch {
      // The database is unreachable.
    }
    return lastKnown
  }
  return () => cache.get<{ running: boolean }>(key)?.running ?? refresh()
}
