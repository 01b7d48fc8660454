import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { identities, sessions, users } from '#server/platform/db/schema.ts'
import { type Claims, SITE_URL, TestProvider } from './oidc-provider.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

export interface StepResult {
  status: number
  location: string | undefined
  /** The session cookie of the response, ready to be sent back. */
  session: string | undefined
  headers: Record<string, unknown>
  body: string
}

/** One app and one provider for the whole test file. */
export function useGoogleApp(): GoogleApp {
  // Empty until beforeAll fills it, which is before any test can use it.
  const t = {} as GoogleApp
  beforeAll(async () => {
    Object.assign(t, await createGoogleApp())
  })
  afterAll(() => t.close())
  return t
}

export async function createGoogleApp(settings: Record<string, string> = {}) {
  const provider = await TestProvider.start()
  const t: TestApp = await createTestApp({ ...provider.settings, ...settings })

  async function get(url: string, cookie?: string): Promise<StepResult> {
    const response = await t.app.inject({ url, headers: { ...(cookie && { cookie }) } })
    const session = response.cookies.find(({ name, value }) => name === 'sid' && value !== '')
    return {
      status: response.statusCode,
      location: response.headers.location,
      session: session && `sid=${session.value}`,
      headers: response.headers,
      body: response.body,
    }
  }

  /** Returns the provider's address and the cookie of the attempt. */
  async function startSignIn(query = ''): Promise<{ address: string; attempt: string }> {
    const { location = '', headers } = await get(`/api/auth/google${query}`)
    return { address: location, attempt: String(headers['set-cookie']).split(';', 1)[0] ?? '' }
  }

  /** Signs in at the provider and returns the callback it redirects to. */
  async function authorizeAs(claims: Claims | null): Promise<{ callbackPath: string; attempt: string }> {
    const { address, attempt } = await startSignIn()
    provider.choose(claims)
    const callbackPath = await provider.followRedirects(address)
    return { callbackPath: callbackPath.slice(SITE_URL.length), attempt }
  }

  async function signIn(claims: Claims | null, cookie?: string): Promise<StepResult> {
    const { callbackPath, attempt } = await authorizeAs(claims)
    return get(callbackPath, cookie === undefined ? attempt : `${attempt}; ${cookie}`)
  }

  const getSession = async (session: string | undefined) =>
    (await t.call('session', {}, session)).body.msg as {
      loggedIn: boolean
      userData: { student_id: number; email: string; role: string }[]
    }

  return {
    ...t,
    provider,
    get,
    startSignIn,
    authorizeAs,
    signIn,
    async getUserId(session: string | undefined) {
      return (await getSession(session)).userData[0]?.student_id
    },
    findUser: async (email: string) => (await t.db.select().from(users).where(eq(users.email, email)))[0],
    findIdentities: (userId: number) => t.db.select().from(identities).where(eq(identities.userId, userId)),
    findSessions: (userId: number) => t.db.select().from(sessions).where(eq(sessions.userId, userId)),
    /** A refused sign-in must not create any of these. */
    async countRows() {
      return {
        users: await t.db.$count(users),
        identities: await t.db.$count(identities),
        sessions: await t.db.$count(sessions),
      }
    },
    async close() {
      await t.close()
      await provider.stop()
    },
  }
}

export type GoogleApp = Awaited<ReturnType<typeof createGoogleApp>>

let claimsCount = 0

/** A new Google user with a Gmail address. */
export function createClaims(claims: Partial<Claims> = {}): Claims {
  const number = ++claimsCount
  return {
    sub: `google-${number}`,
    email: `person${number}@gmail.com`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Lovelace',
    ...claims,
  }
}
