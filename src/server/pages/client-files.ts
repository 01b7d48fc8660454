import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'

const YEAR_S = 31_536_000
/** Of a script, a style or a font, not of its compressed form. */
const HASHED_NAME = /^[\w-][\w.-]*\.(?:js|css|woff2)$/

/** The built scripts, styles and public files, compressed by the build. */
export async function registerClientFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    // A route for each file: one for all would look up the spelling of every path on the disk, at half the speed.
    wildcard: false,
    // Their compressed forms are found by the file's own route.
    globIgnore: ['**/*.{br,gz}'],
    // The uploads plugin has added sendFile already.
    decorateReply: false,
    preCompressed: true,
    allowedPath: (path) => !path.startsWith('/.vite') && path !== '/index.html',
    setHeaders: (reply, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=3600')
    },
  })
  // While processes restart one after the other, a page of the next build may ask this one, whose routes are older than its files.
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const { name } = request.params
    if (!HASHED_NAME.test(name)) throw new AppError('page_not_found')
    return reply.sendFile(name, join(clientFolder, 'assets'), { maxAge: YEAR_S * 1_000, immutable: true })
  })
}
