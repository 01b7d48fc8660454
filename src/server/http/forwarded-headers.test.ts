import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

/** Sends requests with these headers, and returns the warnings in the log. */
async function findWarnings(trustProxy: string, requests: Record<string, string>[]): Promise<string[]> {
  const log = new PassThrough()
  const env = { ...t.env, ...readEnv({ TRUST_PROXY: trustProxy, LOG_LEVEL: 'warn', DATA_DIR: t.dataDir }) }
  const app = await buildApp({ env: { ...env, databaseUrl: t.databaseUrl }, database: t.database, logStream: log })
  for (const headers of requests) await app.inject({ url: '/healthz', headers })
  await app.close()
  log.end()
  return (await text(log))
    .split('\n')
    .filter((line) => line.includes('TRUST_PROXY'))
    .map((line) => JSON.parse(line).msg)
}

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  'warns once when %s arrives while TRUST_PROXY is off',
  async (name) => {
    const headers = { [name]: '203.0.113.7' }
    const warnings = await findWarnings('off', [headers, headers])
    expect(warnings).toEqual([expect.stringMatching(/^A request had a proxy’s header, but TRUST_PROXY is off/)])
    expect(warnings.join()).not.toContain('203.0.113.7')
  },
)

test('does not warn without such a header or when proxies are trusted', async () => {
  expect(await findWarnings('off', [{}, {}])).toEqual([])
  expect(await findWarnings('1', [{ 'x-forwarded-for': '203.0.113.7' }])).toEqual([])
})
