import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import { eq } from 'drizzle-orm'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { API_BASE } from '#contract/methods.ts'
import type { RenderPage } from '#contract/page.ts'
import { openControlSocket } from './cli/control-socket.ts'
import { AnswerCache } from './platform/cache/response-cache.ts'
import { mountApi } from './pipeline/api-routes.ts'
import { Calls } from './pipeline/api-pipeline.ts'
import type { Database } from './platform/db/connect.ts'
import { messages } from './platform/db/schema.ts'
import { Analytics } from './features/analytics/analytics.ts'
import { readSite } from './features/site/read-site.ts'
import { SessionStore } from './http/session-store.ts'
import type { Env } from './env.ts'
import { answerClientError, answerFailures, sendFailure, toAppError } from './http/error-handler.ts'
import { mountExports } from './features/exports/export-routes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { mountFeeds } from './pages/feeds.ts'
import { mountLessonFiles } from './features/lessons/lesson-file-routes.ts'
import { LessonFiles } from './features/lessons/lesson-files.ts'
import { Pictures } from './platform/storage/pictures.ts'
import { mountUploads, uploadsFolder } from './features/uploads/upload-routes.ts'
import { type Bus, localBus, type Note, postgresBus } from './platform/bus/bus.ts'
import { mountGoogle } from './features/google/routes.ts'
import { Hub } from './platform/live/hub.ts'
import { mountSocket } from './features/chat/socket.ts'
import { describeError, describeRequest, describeUpload } from './platform/log/log.ts'
import { bySmtp, toOutbox } from './platform/mail/delivery.ts'
import { Mailer } from './platform/mail/mailer.ts'
import { watchUnread } from './features/chat/unread-mails.ts'
import { mountOpenApi } from './pages/open-api.ts'
import { mountPages } from './pages/pages.ts'
import { ownOrigins } from './http/same-site.ts'
import type { Services } from './pipeline/services.ts'
import { SessionCookie } from './http/session-cookie.ts'
import { mountSitemap } from './pages/sitemap.ts'
import { createThrottles, noThrottles } from './platform/throttle/throttles.ts'
import { startUpkeep } from './cleanup-jobs.ts'

export interface AppParts {
  env: Env
  database: Database
  /** Without it only the API is served, as its own tests want it. */
  pages?: { renderPage: RenderPage; clientFolder: string }
  /** Where log lines go; by default to standard output. */
  logTo?: { write(line: string): void }
}

/** For a whole request. What is no upload has less (api-routes.ts). */
const UPLOAD_WITHIN_MS = 60_000
const BODY_LIMIT_BYTES = 256 * 1024
const YEAR_S = 31_536_000

/** The whole product as one Fastify application; it listens to nothing yet. */
export async function buildApp({ env, database, pages, logTo }: AppParts): Promise<FastifyInstance> {
  const headers = securityHeaders(env.publicUrl)
  const app: FastifyInstance = Fastify({
    logger: {
      level: env.logLevel,
      serializers: { req: describeRequest, err: describeError, busboyOptions: describeUpload },
      ...(logTo && { stream: logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof env.trustProxy === 'number' ? firstHops(env.trustProxy) : env.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify leaves these at none (security.md, G13).
    requestTimeout: UPLOAD_WITHIN_MS,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No hook runs for these, so they bring their headers themselves.
    frameworkErrors: (error, request, reply) => sendFailure(request, reply.headers(headers), toAppError(error)),
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
  })
  answerFailures(app)
  // Only JSON is read; a simple form's text/plain is what other sites can send.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  await app.register(fastifyCookie)

  const cache = new AnswerCache()

  const throttles = env.throttle ? createThrottles(database.pool) : noThrottles
  const siteIsRunning = keptSite(database, cache)
  const hub = new Hub({
    publish: (note) => bus.publish(note),
    loadMessage: (id) => database.db.query.messages.findFirst({ where: eq(messages.id, id) }),
    siteIsRunning,
    warn: (error, text) => app.log.warn({ err: error }, text),
  })
  const bus = await openBus(env, database, { cache, hub }, app)
  app.addHook('onClose', () => bus.close())
  const store = new SessionStore(database.db, cache)
  const cookie = new SessionCookie({ store, bus, publicUrl: env.publicUrl })
  const folder = uploadsFolder(env.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pictures = new Pictures(folder)
  const lessonFiles = new LessonFiles(folder)
  const mailer = openMailer(env, database, app)
  const endUpkeep = startUpkeep({ db: database.db, pictures, folder, log: app.log })
  app.addHook('onClose', async () => endUpkeep())
  // On a PostgreSQL server the command line needs nobody's help.
  if (database.kind === 'embedded') {
    const tools = {
      db: database.db,
      throttles,
      announce: (subjects: readonly string[]) => bus.publish({ kind: 'changed', subjects }),
    }
    const control = await openControlSocket(env.dataDir, tools, app.log)
    app.addHook('onClose', () => control.close())
  }
  const isOwnOrigin = ownOrigins(env.publicUrl)
  const calls = new Calls(
    {
      db: database.db,
      throttles,
      siteIsRunning,
      mailer,
      pictures,
      lessonFiles,
      analytics: new Analytics(database.db),
      live: hub,
      settings: env,
    },
    cache,
    bus,
    app.log,
  )

  app.get('/healthz', async () => ({ status: true, msg: 'alive' }))
  app.get('/readyz', async () => {
    if (!(await database.ready())) throw new AppError('not_ready', { text: 'The database does not answer' })
    return { status: true, msg: 'ready' }
  })
  await mountApi(app, { calls, cookie, throttles, isOwnOrigin })
  await mountGoogle(app, {
    settings: env.google,
    publicUrl: env.publicUrl,
    db: database.db,
    bus,
    mailer,
    cookie,
    throttles,
  })
  mountSocket(app, { db: database.db, hub, store, cookieName: cookie.name, isOwnOrigin, siteIsRunning })
  mountOpenApi(app, env.publicUrl)
  await mountLessonFiles(app, { files: lessonFiles, cookie, throttles, isOwnOrigin, siteIsRunning })
  mountExports(app, { db: database.db, cookie, throttles, isOwnOrigin, siteIsRunning })
  await mountUploads(app, { db: database.db, cookie, folder })
  mountSitemap(app, { db: database.db, cache, publicUrl: env.publicUrl })
  mountFeeds(app, { calls, cache, publicUrl: env.publicUrl })
  for (const base of [API_BASE, '/uploads']) {
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
    mountPages(app, { calls, cache, cookie, publicUrl: env.publicUrl, ...pages })
  }
  return app
}

const firstHops = (count: number) => (_address: string, hop: number) => hop < count

async function openBus(
  env: Env,
  database: Database,
  { cache, hub }: { cache: AnswerCache; hub: Hub },
  app: FastifyInstance,
): Promise<Bus> {
  const listener = {
    hear: (note: Note) => {
      // Before anybody looks anew.
      if (note.kind === 'changed') cache.drop(note.subjects)
      hub.hear(note)
    },
    connected: (connected: boolean) => cache.setOpen(connected),
  }
  return database.kind === 'server' && env.databaseUrl
    ? postgresBus(env.databaseUrl, listener, app.log)
    : localBus(listener)
}

/** Sends mail from the first moment on: some may have been left by the run before. */
function openMailer(env: Env, { db }: Database, app: FastifyInstance): Mailer {
  const deliver = env.smtpUrl ? bySmtp(env.smtpUrl, env.mailFrom) : toOutbox(join(env.dataDir, 'outbox'), env.mailFrom)
  const mailer = new Mailer({ db, deliver, publicUrl: env.publicUrl, log: app.log })
  app.addHook('onReady', async () => mailer.wake())
  const endWatch = watchUnread(db, mailer, app.log)
  app.addHook('onClose', () => {
    endWatch()
    return mailer.close()
  })
  return mailer
}

/** Whether the site is running, from memory while the database is away. Asked at each call: at once where it is known. */
function keptSite(database: Database, cache: AnswerCache): Services['siteIsRunning'] {
  const key = 'site-is-running'
  let last = true
  const ask = async () => {
    try {
      const { running } = await cache.keep(key, async () => ({
        value: { running: await readSite(database.db) },
        subjects: ['site'],
        bytes: 50,
      }))
      last = running
    } catch {
      // The database is away: the last known state stands.
    }
    return last
  }
  return () => cache.get<{ running: boolean }>(key)?.running ?? ask()
}
