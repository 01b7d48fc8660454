import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { RenderPage } from '#contract/page.ts'
import { startServer } from './main.ts'
import type { DevPages } from './pages/dev-pages.ts'
import { fillTemplate } from './pages/document.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'
import type { Pages, RunningServer } from './serve.ts'

const CLIENT_FOLDER = join(PROJECT_ROOT, 'src/web')
/** Linked as well as imported, so that a page is styled before Vite's client has run. */
const STYLE_SHEET = '<link rel="stylesheet" href="/theme/tokens.css">'

/**
 * Starts the server from source with Vite serving the browser's modules. Bundled by scripts/dev.mjs.
 * @param openVite runs while the database starts
 */
export function startDevServer(openVite: () => Promise<ViteDevServer>): Promise<RunningServer> {
  return startServer(async () => toPages(await openVite()))
}

function toPages(vite: ViteDevServer): Pages {
  // Loaded for each page: Vite caches the module until one of its sources changes.
  const loadRenderer = () => vite.ssrLoadModule('/app/entry-server.tsx') as Promise<{ renderPage: RenderPage }>
  const renderPage: RenderPage = async (request) => (await loadRenderer()).renderPage(request)
  return { renderPage, clientFolder: CLIENT_FOLDER, dev: createDevPages(vite) }
}

function createDevPages(vite: ViteDevServer): DevPages {
  const nonce = `'nonce-${vite.config.html?.cspNonce ?? ''}'`
  return {
    middleware: vite.middlewares,
    async renderDocument(page, url) {
      const html = await vite.transformIndexHtml(
        '/index.html',
        readFileSync(join(CLIENT_FOLDER, 'index.html'), 'utf8'),
        url,
      )
      return fillTemplate(html, { ...page, head: STYLE_SHEET + page.head })
    },
    // React Refresh is an inline script, styles come as <style> elements, and hot reload uses a separate port.
    relaxPolicy: (policy) =>
      policy
        .replace("script-src 'self'", `script-src 'self' ${nonce}; style-src 'self' ${nonce}`)
        .replace('connect-src ', 'connect-src ws: '),
  }
}
