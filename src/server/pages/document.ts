import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '#contract/page.ts'

interface ManifestChunk {
  file: string
  imports?: string[]
  assets?: string[]
}

/** Puts a rendered page into the HTML document. */
export type RenderDocument = (page: Page, url: string) => string | Promise<string>

/** Uses the built index.html, and preloads the screen's scripts and the fonts. */
export function createDocumentRenderer(clientFolder: string): RenderDocument {
  const html = readFileSync(join(clientFolder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >

  function collectScripts(module: string, seen = new Set<string>()): Set<string> {
    const chunk = manifest[module]
    if (!chunk || seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    for (const name of chunk.imports ?? []) collectScripts(name, seen)
    return seen
  }

  // Without the preload the browser finds the fonts only after it has read the style sheet.
  const fonts = (manifest['index.html']?.assets ?? [])
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('')

  return ({ head, body, state, modules }) => {
    const scripts = new Set(modules.flatMap((module) => [...collectScripts(module)]))
    const preloads = [...scripts]
      .filter((file) => !html.includes(file))
      .map((file) => `<link rel="modulepreload" href="/${file}">`)
      .join('')
    return fillTemplate(html, { head: head + fonts + preloads, body, state })
  }
}

/** Replaces the placeholders of index.html. */
export function fillTemplate(html: string, parts: { head: string; body: string; state: string }): string {
  // Functions, because `$` in a replacement string would be read as a pattern.
  return html
    .replace('<!--head-->', () => parts.head)
    .replace('<!--body-->', () => parts.body)
    .replace('<!--state-->', () => parts.state)
}
