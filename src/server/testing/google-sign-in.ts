import { eq } from 'drizzle-orm'
import { identities, sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { type Claims, SITE_URL, TestProvider } from './oidc-provider.ts'
import { type TestApp, createTestApp } from './test-app.ts'

/** Where a step led, and what it did to the browser's cookies. */
export interface StepResult {
  status: number
  location: string | undefined
  /** The session it set, ready to be sent back. */
  session: string | undefined
  headers: Record<string, unknown>
  body: string
}

/** The product beside a provider, and a browser that goes from one to the other. */
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

  /** Off to the provider: its address, and the attempt that the browser keeps meanwhile. */
  async function startSignIn(query = ''): Promise<{ address: string; attempt: string }> {
    const { location = '', headers } = await get(`/api/auth/google${query}`)
    return { address: location, attempt: String(headers['set-cookie']).split(';', 1)[0] ?? '' }
  }

  /** Off and through the provider as this person, up to the address that it sends the browser back to. */
  async function authorizeAs(person: Claims | null): Promise<{ callbackPath: string; attempt: string }> {
    const { address, attempt } = await startSignIn()
    provider.choose(person)
    const callbackPath = await provider.followRedirects(address)
    return { callbackPath: callbackPath.slice(SITE_URL.length), attempt }
  }

  /** The whole way. `cookie` is what else the browser holds. */
  async function signIn(person: Claims | null, cookie?: string): Promise<StepResult> {
    const { callbackPath, attempt } = await authorizeAs(person)
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
    leave: startSignIn,
    goAs: authorizeAs,
    signIn,
    /** Id of whoever this session signs in; undefined for nobody. */
    async getUserId(session: string | undefined) {
      return (await getSession(session)).userData[0]?.student_id
    },
    findUser: async (email: string) => (await t.db.select().from(users).where(eq(users.email, email)))[0],
    findIdentities: (userId: number) => t.db.select().from(identities).where(eq(identities.userId, userId)),
    findSessions: (userId: number) => t.db.select().from(sessions).where(eq(sessions.userId, userId)),
    findLogMessages: async (userId: number) =>
      (await t.db.select().from(systemLog).where(eq(systemLog.studentId, userId))).map(({ message }) => message),
    /** How much there is of what a refused sign-in must not make. */
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

/** Somebody new whose mailbox Google runs. */
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
