import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const clientFolder = mkdtempSync(join(tmpdir(), 'lantern-client-'))
for (const name of ['.vite', 'assets']) mkdirSync(join(clientFolder, name))
writeFileSync(join(clientFolder, '.vite/manifest.json'), '{}')
writeFileSync(join(clientFolder, 'index.html'), '<html><head></head><body></body></html>')
writeFileSync(join(clientFolder, 'assets/old-1.js'), 'old()')
afterAll(() => rmSync(clientFolder, { recursive: true }))

let rendered = 0
const renderPage = async () => {
  rendered++
  return { status: 404, head: '', body: '', state: '', modules: [] }
}
const t = useTestApp({}, { pages: { renderPage, clientFolder } })

test('serves the scripts and styles of a build that was made after the start', async () => {
  writeFileSync(join(clientFolder, 'assets/new-2.js'), 'renew()')
  writeFileSync(join(clientFolder, 'assets/new-2.css'), 'a {}')
  const files = [
    ['old-1.js', 'old()', 'application/javascript; charset=utf-8'],
    ['new-2.js', 'renew()', 'application/javascript; charset=utf-8'],
    ['new-2.css', 'a {}', 'text/css; charset=utf-8'],
  ]
  for (const [name, text, type] of files) {
    const { statusCode, body, headers } = await t.app.inject(`/assets/${name}`)
    expect([statusCode, body, headers['content-type']]).toEqual([200, text, type])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

test('answers a missing script with a plain 404, and serves nothing else of the folder or above it', async () => {
  writeFileSync(join(clientFolder, 'secret.js'), 'secret')
  writeFileSync(join(clientFolder, 'assets/new-2.js.br'), 'secret')
  const names = ['gone-1.js', 'gone-1.txt', '', '.', '..%2fsecret.js', '..%5csecret.js', 'a%2f..%2f..%2fsecret.js']
  for (const name of [...names, 'new-2.js.br', '..', '%00.js']) {
    const { statusCode, body, headers } = await t.app.inject(`/assets/${name}`)
    expect([name, statusCode, headers['cache-control']]).toEqual([name, 404, expect.stringContaining('no-')])
    expect(body).not.toContain('secret')
  }
  rendered = 0
  expect((await t.app.inject('/assets/gone-1.js')).json()).toMatchObject({ status: false, code: 'page_not_found' })
  expect(rendered).toBe(0)
})
