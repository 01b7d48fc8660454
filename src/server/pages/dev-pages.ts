import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { RenderDocument } from './document.ts'

/** Vite's part of the server that `npm run dev` starts; the built product has none of it. */
export interface DevPages {
  /** Answers requests for source modules and public files, and calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  renderDocument: RenderDocument
  /** Adds what Vite's client needs to the content security policy. */
  relaxPolicy: (policy: string) => string
}

/** Puts Vite's middleware in front of the routes. */
export function registerDevMiddleware(app: FastifyInstance, { middleware, relaxPolicy }: DevPages): void {
  const { securityHeaders } = app
  securityHeaders['content-security-policy'] = relaxPolicy(securityHeaders['content-security-policy'] ?? '')
  app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
}
