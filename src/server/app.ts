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
import { startUnreadMailJob } from './features/chat/unread-mails.ts'
import { registerOpenApiRoute } from './pages/open-api.ts'
import { registerPageRoutes } from './pages/pages.ts'
import { createOriginCheck } from './http/same-site.ts'
import type { Services } from './pipeline/services.ts'
import { SessionCookie } from './http/session-cookie.ts'
import { registerSitemapRoutes } from './pages/sitemap.ts'
import { createThrottles, disabledThrottles } from './platform/throttle/throttles.ts'
import { startCleanupJobs } from './cleanup-jobs.ts'

export interface AppOptions {
  env: Env
  database: Database
  /** Without it only the API is served, as its own tests want it. */
  pages?: { renderPage: RenderPage; clientFolder: string }
  /** Where log lines go; by default to standard output. */
  logStream?: { write(line: string): void }
}

/** For a whole request. What is no upload has less (api-routes.ts). */
const REQUEST_TIMEOUT_MS = 60_000
const BODY_LIMIT_BYTES = 256 * 1024
const YEAR_S = 31_536_000

/** The whole product as one Fastify application; it listens to nothing yet. */
export async function buildApp({ env, database, pages, logStream }: AppOptions): Promise<FastifyInstance> {
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
    // Fastify leaves these at none (security.md, G13).
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No hook runs for these, so they bring their headers themselves.
    frameworkErrors: (error, request, reply) => sendError(request, reply.headers(headers), toAppError(error)),
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
  })
  registerErrorHandler(app)
  // Only JSON is read; a simple form's text/plain is what other sites can send.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  await app.register(fastifyCookie)

  const cache = new ResponseCache()

  const throttles = env.throttle ? createThrottles(database.pool) : disabledThrottles
  const isSiteRunning = createSiteStatusCheck(database, cache)
  const hub = new Hub({
    publish: (message) => bus.publish(message),
    loadMessage: (id) => database.db.query.messages.findFirst({ where: eq(messages.id, id) }),
    isSiteRunning,
    warn: (error, text) => app.log.warn({ err: error }, text),
  })
  const bus = await openBus(env, database, { cache, hub }, app)
  app.addHook('onClose', () => bus.close())
  const store = new SessionStore(database.db, cache)
  const cookie = new SessionCookie({ store, bus, publicUrl: env.publicUrl })
  const folder = getUploadsFolder(env.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pictures = new Pictures(folder)
  const lessonFiles = new LessonFiles(folder)
  const mailer = startMailer(env, database, app)
  const stopCleanup = startCleanupJobs({ db: database.db, pictures, folder, log: app.log })
  app.addHook('onClose', async () => stopCleanup())
  // On a PostgreSQL server the command line needs nobody's help.
  if (database.kind === 'embedded') {
    const tools = {
      db: database.db,
      throttles,
      invalidate: (tags: readonly string[]) => bus.publish({ kind: 'changed', tags }),
    }
    const control = await openControlSocket(env.dataDir, tools, app.log)
    app.addHook('onClose', () => control.close())
  }
  const isOwnOrigin = createOriginCheck(env.publicUrl)
  const admit = createAdmission(isSiteRunning)
  const pipeline = new ApiPipeline({
    handlers,
    services: {
      db: database.db,
      throttles,
      isSiteRunning,
      mailer,
      pictures,
      lessonFiles,
      analytics: new Analytics(database.db),
      live: hub,
      settings: env,
    },
    admit,
    cache,
    bus,
    log: app.log,
  })

  app.get('/healthz', async () => ({ status: true, msg: 'alive' }))
  app.get('/readyz', async () => {
    if (!(await database.isReady())) throw new AppError('not_ready', { text: 'The database does not answer' })
    return { status: true, msg: 'ready' }
  })
  await registerApiRoutes(app, { pipeline, cookie, throttles, isOwnOrigin })
  await registerGoogleRoutes(app, {
    settings: env.google,
    publicUrl: env.publicUrl,
    db: database.db,
    bus,
    mailer,
    cookie,
    throttles,
  })
  registerSocketRoute(app, { hub, pipeline, admit, store, cookieName: cookie.name, isOwnOrigin })
  registerOpenApiRoute(app, env.publicUrl)
  await registerLessonFileRoutes(app, { files: lessonFiles, cookie, throttles, isOwnOrigin, admit })
  registerExportRoutes(app, { db: database.db, cookie, throttles, isOwnOrigin, admit })
  await registerUploadRoutes(app, { db: database.db, cookie, folder, admit })
  registerSitemapRoutes(app, { db: database.db, cache, publicUrl: env.publicUrl })
  registerFeedRoutes(app, { pipeline, cache, publicUrl: env.publicUrl })
  for (const base of [API_BASE, UPLOADS_PATH]) {
    // Not a page's 404: who asks here reads JSON.
    app.get(`${base}/*`, () => Promise.reject(new AppError('page_not_found')))
  }
  if (pages && existsSync(pages.clientFolder)) {
    await app.register(fastifyStatic, {
      root: pages.clientFolder,
      index: false,
      wildcard: false,
      // Uploads have brought sendFile already.
      decorateReply: false,
      preCompressed: true,
      allowedPath: (path) => !path.startsWith('/.vite') && path !== '/index.html',
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600',
        )
      },
    })
    registerPageRoutes(app, { pipeline, cache, cookie, publicUrl: env.publicUrl, ...pages })
  }
  return app
}

const trustFirstHops = (count: number) => (_address: string, hop: number) => hop < count

async function openBus(
  env: Env,
  database: Database,
  { cache, hub }: { cache: ResponseCache; hub: Hub },
  app: FastifyInstance,
): Promise<Bus> {
  const listener = {
    onBusMessage: (message: BusMessage) => {
      // Before anybody looks anew.
      if (message.kind === 'changed') cache.invalidate(message.tags)
      hub.onBusMessage(message)
    },
    connected: (connected: boolean) => cache.setEnabled(connected),
  }
  return database.kind === 'server' && env.databaseUrl
    ? createPostgresBus(env.databaseUrl, listener, app.log)
    : createLocalBus(listener)
}

/** Sends mail from the first moment on: some may have been left by the run before. */
function startMailer(env: Env, { db }: Database, app: FastifyInstance): Mailer {
  const deliver = env.smtpUrl
    ? createSmtpDelivery(env.smtpUrl, env.mailFrom)
    : createOutboxDelivery(join(env.dataDir, 'outbox'), env.mailFrom)
  const mailer = new Mailer({ db, deliver, publicUrl: env.publicUrl, log: app.log })
  app.addHook('onReady', async () => mailer.wake())
  const stopUnreadMailJob = startUnreadMailJob(db, mailer, app.log)
  app.addHook('onClose', () => {
    stopUnreadMailJob()
    return mailer.close()
  })
  return mailer
}

/** Whether the site is running, from memory while the database is away. Asked at each call: at once where it is known. */
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
      // The database is away: the last known state stands.
    }
    return lastKnown
  }
  return () => cache.get<{ running: boolean }>(key)?.running ?? refresh()
}
