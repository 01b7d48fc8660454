import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPage } from '#contract/page.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

export const CLIENT_FOLDER = join(PROJECT_ROOT, 'dist/client')
const RENDERER = pathToFileURL(join(PROJECT_ROOT, 'dist/pages/entry-server.js')).href

/** What `npm run build` made of the pages. */
export async function loadBuiltPages(): Promise<{ renderPage: RenderPage; clientFolder: string }> {
  const { renderPage } = (await import(/* @vite-ignore */ RENDERER)) as { renderPage: RenderPage }
  return { renderPage, clientFolder: CLIENT_FOLDER }
}
