import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { Client } from '../users/client.ts'
import type { Acknowledged } from '../users/mixed-writes.ts'
import { sendChat } from '../users/send-chat.ts'
import { createEmail, type SignedIn, signUp } from '../users/sign-up.ts'
import type { RestartableSite } from './restartable-site.ts'

export type Write = Acknowledged extends infer One ? (One extends unknown ? Omit<One, 'at'> : never) : never

export interface WriteRequest {
  name: string
  /** What comes before it, without a fault. */
  prepare?(student: SignedIn, site: RestartableSite): Promise<unknown>
  send(student: SignedIn, site: RestartableSite): Promise<Write | undefined>
  /** Once writes work again: fails when what was acknowledged is lost. For what `findProblems` does not look for. */
  confirm?(student: SignedIn, site: RestartableSite): Promise<Write>
}

export const UPLOAD: WriteRequest = {
  name: 'upload',
  async send({ client, email, id }) {
    const { image_url: url } = await client.uploadPicture(id, await createPicture())
    return { kind: 'picture', email, url }
  },
}

/** Of each kind one, and what makes the database itself write. */
export const WRITE_REQUESTS: WriteRequest[] = [
  {
    name: 'sign-up',
    async send(_, { url }) {
      const email = createEmail()
      await signUp(url, email)
      return { kind: 'account', email }
    },
  },
  UPLOAD,
  {
    name: 'chat',
    async send({ client, id }, { campus }) {
      const messages = [`Hello ${randomBytes(8).toString('hex')}`]
      for await (const { msg_id, msg } of sendChat(client, { from: id, to: campus.admin.id, messages }))
        return { kind: 'chat', id: msg_id, text: msg }
      return undefined
    },
  },
  {
    name: 'enrollment',
    async send(student, site) {
      await enroll(student, site)
      return undefined
    },
    // Refused without the enrollment.
    confirm: complete,
  },
  { name: 'completion', prepare: enroll, send: complete },
  {
    name: 'order',
    async send({ client }, { campus }) {
      const { order_id } = await client.call('createOrder', { course_id: campus.pricedCourseId })
      await client.call('payTestOrder', { order_id, card: '4242424242424242' })
      return { kind: 'order', id: order_id }
    },
  },
  {
    name: 'new WAL file',
    async send({ client, email, id }, site) {
      await site.query('select pg_switch_wal()').catch(() => [])
      const { image_url: url } = await client.uploadPicture(id, await createPicture())
      return { kind: 'picture', email, url }
    },
  },
  {
    name: 'checkpoint',
    async send(_, site) {
      await site.query('checkpoint').catch(() => [])
      return undefined
    },
  },
]

async function enroll({ client }: SignedIn, { campus }: RestartableSite): Promise<void> {
  await client.call('enrollCourse', { course_id: campus.freeCourse.id })
}

async function complete({ client, email }: SignedIn, { campus, url }: RestartableSite): Promise<Write> {
  const { id: course_id, lessonIds } = campus.freeCourse
  const lessonId = lessonIds[0] ?? 0
  // The server may have another address since.
  await new Client(url, client.cookie).call('completeCourse', { id: lessonId, course_id, value: true })
  return { kind: 'tick', email, lessonId }
}

async function createPicture(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  return sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}
