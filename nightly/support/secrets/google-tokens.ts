import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SITE_URL, type TestProvider } from '../../../src/server/testing/accounts/oidc-provider.ts'
import { paths } from '../../../src/contract/paths.ts'
import type { Secrets } from './find-secrets.ts'

const TOKEN_PATH = '/token'

/** Notes the tokens that the provider of this process issues. */
export function captureTokens(): Secrets {
  const tokens: Secrets = {}
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url !== TOKEN_PATH) return
    const end = response.end.bind(response)
    response.end = ((body: unknown, ...rest: []) => {
      const answer = JSON.parse(String(body)) as Record<string, string>
      for (const name of ['access_token', 'id_token'] as const) tokens[`Google ${name}`] = answer[name] ?? ''
      return end(body as string, ...rest)
    }) as typeof response.end
  })
  return tokens
}

/** Signs in as a new user through the provider. The product's PUBLIC_URL is the provider's SITE_URL. */
export async function signInWithGoogle(url: string, provider: TestProvider): Promise<Secrets> {
  provider.choose({ sub: 'google-1', email: 'ada@gmail.com', email_verified: true, given_name: 'Ada' })
  const started = await fetch(url + paths.googleSignIn, { redirect: 'manual' })
  const attempt = started.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const address = await provider.followRedirects(started.headers.get('location') ?? '')
  const callback = url + address.slice(SITE_URL.length)
  const done = await fetch(callback, { redirect: 'manual', headers: { cookie: attempt } })
  const session = done.headers.getSetCookie().find((line) => /^sid=./.test(line)) ?? ''
  if (session === '') throw new Error(`The sign-in at the provider led to ${done.headers.get('location')}`)
  return {
    'Google cookie': attempt.split('=')[1] ?? '',
    'Google code': new URL(callback).searchParams.get('code') ?? '',
    'cookie sid of the Google user': /^sid=([^;]+)/.exec(session)?.[1] ?? '',
  }
}
