import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

const OPTIONS = {
  index: false,
  // The uploads plugin has added sendFile already.
  decorateReply: false,
  preCompressed: true,
} satisfies Partial<FastifyStaticOptions>

/** The built scripts, styles and public files, compressed by the build. */
export async function registerClientFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  // One route for hundreds of files, whose names hold a hash of their contents.
  await app.register(fastifyStatic, {
    ...OPTIONS,
    root: join(clientFolder, 'assets'),
    prefix: '/assets/',
    setHeaders: (reply) => reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
  })
  // A route for each of the others, because pages answer all other paths.
  await app.register(fastifyStatic, {
    ...OPTIONS,
    root: clientFolder,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    allowedPath: (path) => path !== '/index.html',
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=3600'),
  })
}
