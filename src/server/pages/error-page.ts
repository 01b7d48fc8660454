import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#contract/errors.ts'
import { logError, setErrorHeaders } from '#server/http/error-handler.ts'

/** Answers a page request with a plain page. */
export type SendErrorPage = (request: FastifyRequest, reply: FastifyReply, error: AppError) => FastifyReply

/** A page without rendering and without scripts, for a server that is too busy or has no database. */
export function createErrorPage(clientFolder: string): SendErrorPage {
  const template = readFileSync(join(clientFolder, 'index.html'), 'utf8')
    .replaceAll(/<script type="(module|application\/json)"[^]*?<\/script>/g, '')
    .replace('<!--head-->', '<title>Something went wrong</title><meta name="robots" content="noindex">')
  return (request, reply, error) => {
    logError(request, error)
    const message = error.code === 'internal' ? `Unknown error (request ${request.id})` : error.message
    return setErrorHeaders(reply, error)
      .type('text/html; charset=utf-8')
      .send(template.replace('<!--body-->', () => renderBody(message)))
  }
}

/** The words of spec.md, section 2. Messages are fixed texts without markup. */
const renderBody = (message: string) =>
  `<main class="container-site flex min-h-dvh flex-col items-center justify-center py-20 text-center">
    <h1 class="text-3xl sm:text-4xl">Something went wrong</h1>
    <p class="mt-3 max-w-md text-muted">Try to reload page</p>
    <p role="alert" class="mt-5 max-w-md text-sm text-muted">${message}</p>
    <p class="mt-8"><a class="underline" href="">Reload page</a></p>
  </main>`
