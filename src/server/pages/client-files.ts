import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

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
}
