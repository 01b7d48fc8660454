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

/** The words of spec.md, section 2, in the looks of the error screen (route-error.tsx). Messages are fixed texts without markup. */
const renderBody = (message: string) =>
  `<div class="flex min-h-dvh flex-col">
    <header class="container-site flex h-16 items-center">
      <a href="/" class="inline-flex min-h-11 items-center font-display text-xl font-semibold tracking-tight whitespace-nowrap"><span>Learn <span class="text-accent-text">Lantern</span></span></a>
    </header>
    <main class="container-site flex flex-1 flex-col items-center justify-center py-20 text-center">
      <img src="/lantern.svg" alt="" width="112" height="112" class="mb-8">
      <h1 class="text-3xl sm:text-4xl">Something went wrong</h1>
      <p class="mt-3 max-w-md text-muted">Try to reload page</p>
      <p role="alert" class="mt-5 max-w-md rounded-control border border-border bg-surface px-4 py-2 text-sm text-muted">${message}</p>
      <p class="mt-8"><a href="" class="inline-flex h-11 items-center justify-center rounded-control bg-accent px-5 text-sm font-semibold text-on-accent shadow-glow">Reload page</a></p>
    </main>
  </div>`
