import { existsSync, readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { blogs, courses, systemLog, users } from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { getUploadsFolder } from './upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { AVIF_BOMB, createHugePng, createRedBluePicture } from '#server/testing/files/pictures.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import type { TestResponse } from '#server/testing/test-client.ts'

const PICTURE_NAME = /^[0-9a-f]{32}\.webp$/
const DAY_MS = 86_400_000

let t: TestApp
let me: Awaited<ReturnType<TestApp['make']['signedIn']>>
let admin: typeof me
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  ;[me, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
})

const files = () => readdirSync(getUploadsFolder(t.dataDir)).sort()
const getPath = (name: string) => join(getUploadsFolder(t.dataDir), name)
const getPicture = async (id: number) => at(await t.db.select().from(users).where(eq(users.id, id))).imageUrl
const getName = ({ body }: TestResponse) => (body.msg as { image_url: string }).image_url

/** Sends a multipart body written by hand. */
async function sendParts(
  parts: { head: string; body?: Uint8Array | string }[],
  options: { cookie?: string; type?: string; end?: string } = {},
) {
  const { cookie = me.cookie, type = 'multipart/form-data; boundary=edge', end = '--edge--\r\n' } = options
  const payload = Buffer.concat([
    ...parts.flatMap(({ head, body = '' }) => [
      Buffer.from(`--edge\r\n${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/handleUploads',
    headers: { 'content-type': type, cookie },
    payload,
  })
  return { status: response.statusCode, body: response.json() as { status: boolean; code?: string; msg: unknown } }
}
const imagePart = (body: Uint8Array | string = TINY_PNG, fileName = 'a.png') => ({
  head: `content-disposition: form-data; name="image"; filename="${fileName}"\r\ncontent-type: image/png`,
  body,
})
const field = (name: string, body: string | number, more = '') => ({
  head: `content-disposition: form-data; name="${name}"${more}`,
  body: String(body),
})

/** Also expects that no file and no row has changed. */
async function expectRefusal(
  answer: { status: number; body: { code?: string } },
  status: number,
  code: string,
  before: string[],
) {
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(files()).toEqual(before)
  expect(await getPicture(me.id)).toBe('')
}

describe('access', () => {
  test('returns 401 to a visitor before the picture is read', async () => {
    const before = files()
    for (const image of [TINY_PNG, Buffer.from('no picture'), Buffer.alloc(LIMITS.uploadBytes + 1)]) {
      await expectRefusal(await t.upload({ id: me.id, image }), 401, 'not_signed_in', before)
    }
  })

  test('returns 403 to a student for any id but their own', async () => {
    const other = await t.make.signedIn()
    const course = await t.make.course()
    const [post] = await t.db.insert(blogs).values({ title: 'A post' }).returning()
    const before = files()
    for (const id of [other.id, admin.id, course.id, post?.id ?? 0, 999_999_999]) {
      await expectRefusal(await t.upload({ id, image: TINY_PNG }, me.cookie), 403, 'not_allowed', before)
    }
    expect(await getPicture(other.id)).toBe('')
  })

  test('ignores student_id and role in the form', async () => {
    const other = await t.make.signedIn()
    const answer = await t.upload(
      { id: other.id, image: TINY_PNG, extraFields: { student_id: String(other.id), role: 'admin' } },
      me.cookie,
    )
    expect(answer.status).toBe(403)
  })

  test('lets an admin set the picture of any user, course and post', async () => {
    const course = await t.make.course()
    const post = at(await t.db.insert(blogs).values({ title: 'A post' }).returning())
    const wide = await createRedBluePicture(800, 400).png().toBuffer()
    const names = []
    for (const id of [admin.id, me.id, course.id, post.id]) {
      const answer = await t.upload({ id, image: wide }, admin.cookie)
      expect(answer.status).toBe(200)
      names.push(getName(answer))
    }
    expect([await getPicture(admin.id), await getPicture(me.id)]).toEqual(names.slice(0, 2))
    expect(await t.db.select().from(courses).where(eq(courses.id, course.id))).toMatchObject([{ imageUrl: names[2] }])
    expect(await t.db.select().from(blogs).where(eq(blogs.id, post.id))).toMatchObject([{ imageUrl: names[3] }])
    const widths = await Promise.all(names.map(async (name) => (await sharp(getPath(name)).metadata()).width))
    expect(widths).toEqual([500, 500, 800, 800])
  })

  test('returns 404 to an admin for an unknown id', async () => {
    await expectRefusal(
      await t.upload({ id: 999_999_999, image: TINY_PNG }, admin.cookie),
      404,
      'user_not_found',
      files(),
    )
  })
})

test.each(['users', 'courses'])('returns 404 when the owner in %s is deleted meanwhile', async (table) => {
  const { id } = table === 'users' ? me : await t.make.course()
  const deletion =
    table === 'users' ? `DELETE FROM users WHERE id = ${id}` : `UPDATE courses SET deleted_at = now() WHERE id = ${id}`
  changeMeanwhile(t.database, `select "image_url" from "${table}"`, deletion)
  const { status, body } = await t.upload({ id, image: TINY_PNG }, admin.cookie)
  expect([status, body.code]).toEqual([404, 'user_not_found'])
  expect(await t.findLogMessages(admin.id)).toEqual([])
})

describe('the form', () => {
  test.each<[string, Parameters<TestApp['upload']>[0]]>([
    ['no id', { image: TINY_PNG }],
    ['the id 0', { id: 0, image: TINY_PNG }],
    ['a negative id', { id: '-1', image: TINY_PNG }],
    ['an id that is not a number', { id: 'me', image: TINY_PNG }],
    ['an id with a path', { id: '../1', image: TINY_PNG }],
    ['an id of 400 digits', { id: '9'.repeat(400), image: TINY_PNG }],
    ['no picture', { id: 1 }],
    ['a picture that is a field', { id: 1, extraFields: { image: 'data:image/png;base64,AAAA' } }],
  ])('returns 400 for %s', async (_name, form) => {
    await expectRefusal(await t.upload(form, me.cookie), 400, 'invalid_input', files())
  })

  test.each<[string, () => Parameters<typeof sendParts>]>([
    ['two pictures', () => [[field('id', me.id), imagePart(), imagePart()]]],
    [
      'a second file under another name',
      () => [
        [
          field('id', me.id),
          imagePart(),
          { head: 'content-disposition: form-data; name="more"; filename="b.png"', body: TINY_PNG },
        ],
      ],
    ],
    ['an id as JSON', () => [[field('id', `{"a":${me.id}}`, '\r\ncontent-type: application/json'), imagePart()]]],
    ['an id as broken JSON', () => [[field('id', '{', '\r\ncontent-type: application/json'), imagePart()]]],
    ['a field named after a prototype', () => [[field('__proto__', '{"id":1}'), field('id', me.id), imagePart()]]],
    ['no final boundary', () => [[field('id', me.id), imagePart()], { end: '' }]],
    ['no parts', () => [[], {}]],
    ['no boundary', () => [[field('id', me.id), imagePart()], { type: 'multipart/form-data' }]],
    ['another boundary', () => [[field('id', me.id), imagePart()], { type: 'multipart/form-data; boundary=other' }]],
  ])('returns 400 for a body with %s', async (_name, make) => {
    await expectRefusal(await sendParts(...make()), 400, 'invalid_input', files())
  })

  test.each<[string, () => Parameters<typeof sendParts>]>([
    [
      'a hundred fields',
      () => [[...Array.from({ length: 100 }, (_, n) => field(`f${n}`, n)), field('id', me.id), imagePart()]],
    ],
    [
      'a hundred empty files',
      () => [
        [
          field('id', me.id),
          ...Array.from({ length: 100 }, (_, n) => ({
            head: `content-disposition: form-data; name="f${n}"; filename="f"`,
          })),
        ],
      ],
    ],
    [
      'a part with a thousand headers',
      () => [[field('id', me.id, Array.from({ length: 1_000 }, (_, n) => `\r\nx-${n}: y`).join('')), imagePart()]],
    ],
  ])('survives %s', async (_name, make) => {
    const answer = await sendParts(...make())
    expect(answer.status).toBeLessThan(500)
    expect(answer.body.status).toBe(answer.status === 200)
  })

  test('returns 415 for JSON and names the accepted type', async () => {
    const answer = await t.send('handleUploads', { id: me.id, image: 'x' }, me.cookie)
    expect([answer.status, answer.body]).toEqual([
      415,
      { status: false, code: 'unsupported_body', msg: 'Send the request body as multipart/form-data' },
    ])
  })

  test('accepts the id after the picture', async () => {
    expect((await sendParts([imagePart(), field('id', me.id)])).status).toBe(200)
  })

  test('uses the same one of two ids for the access check and the update', async () => {
    const other = await t.make.signedIn()
    for (const ids of [
      [me.id, other.id],
      [other.id, me.id],
    ])
      await sendParts([...ids.map((id) => field('id', id)), imagePart()])
    expect(await getPicture(other.id)).toBe('')
  })
})

describe('the picture', () => {
  test.each<[string, () => Uint8Array, number, string]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415, 'not_a_picture'],
    ['an HTML page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'not_a_picture'],
    ['an empty file', () => new Uint8Array(), 415, 'not_a_picture'],
    ['a script after a GIF’s first bytes', () => Buffer.from('GIF89a/*<script>*/=1;alert(1)'), 400, 'bad_picture'],
    ['half a picture', () => TINY_PNG.subarray(0, 40), 400, 'bad_picture'],
    ['400 megapixels in a few kilobytes', () => createHugePng(20_000, 20_000), 400, 'bad_picture'],
    [
      'one byte more than 5 MB',
      () => Buffer.concat([TINY_PNG, Buffer.alloc(LIMITS.uploadBytes - TINY_PNG.length + 1)]),
      413,
      'too_large',
    ],
    ['20 MB', () => Buffer.concat([TINY_PNG, Buffer.alloc(20_000_000)]), 413, 'too_large'],
  ])('refuses %s, whatever its declared name and type, and stores nothing', async (_name, make, status, code) => {
    const before = files()
    for (const [fileName, type] of [
      ['me.png', 'image/png'],
      ['me.svg', 'image/svg+xml'],
      ['me.html', 'text/html'],
    ]) {
      await expectRefusal(
        await t.upload({ id: me.id, image: make(), fileName: fileName ?? '', type: type ?? '' }, me.cookie),
        status,
        code,
        before,
      )
    }
  })

  test('refuses an AVIF of 40 megapixels in a few bytes, and says what the limit is', async () => {
    const { status, body } = await t.upload({ id: me.id, image: AVIF_BOMB }, me.cookie)
    expect([status, body.code, body.msg]).toEqual([
      400,
      'bad_picture',
      'The picture is too large. The limit is 8.5 megapixels for this format',
    ])
  })

  test('accepts a picture of exactly 5 MB', async () => {
    const full = Buffer.concat([TINY_PNG, Buffer.alloc(LIMITS.uploadBytes - TINY_PNG.length)])
    expect((await t.upload({ id: me.id, image: full }, me.cookie)).status).toBe(200)
  })

  test('accepts a picture with the name and type of a page', async () => {
    const answer = await t.upload({ id: me.id, image: TINY_PNG, fileName: 'page.html', type: 'text/html' }, me.cookie)
    expect(getName(answer)).toMatch(PICTURE_NAME)
  })

  test('serves the picture as a sandboxed WebP', async () => {
    const answer = await t.upload({ id: me.id, image: await createRedBluePicture().jpeg().toBuffer() }, me.cookie)
    expect(answer.body).toEqual({ status: true, msg: { image_url: expect.stringMatching(PICTURE_NAME) } })
    const served = await t.app.inject(`/uploads/${getName(answer)}`)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 500, height: 500 })
  })

  test('shows the new picture at once in the session and beside old reviews', async () => {
    const course = await t.make.course()
    await t.make.review(me.id, course.id)
    const getShownPictures = async () => {
      const session = (await t.call('session', {}, me.cookie)).body.msg as { userData: { image_url: string }[] }
      const reviews = (await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)).body.msg as {
        image_url: string
      }[]
      return [session.userData[0]?.image_url, reviews[0]?.image_url]
    }
    expect(await getShownPictures()).toEqual(['', ''])
    for (const { cookie } of [me, admin]) {
      const name = getName(await t.upload({ id: me.id, image: TINY_PNG }, cookie))
      expect(await getShownPictures()).toEqual([name, name])
    }
  })

  test('logs who changed the picture', async () => {
    await t.upload({ id: me.id, image: TINY_PNG }, admin.cookie)
    const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))
    expect(entries).toMatchObject([{ message: 'Changed the picture of a user', email: admin.email }])
  })
})

/** File names that try to leave the folder. */
const HOSTILE_FILE_NAMES = [
  ...[
    '../',
    '../../',
    '../../../../../../',
    '..\\',
    '..\\..\\',
    './../',
    '....//',
    '..;/',
    '/',
    '//',
    'C:\\',
    '\\\\server\\share\\',
    'file:///',
    '~/',
    '%2e%2e%2f',
    '%2e%2e/',
    '..%2f',
    '..%5c',
    '%252e%252e%252f',
    '..%c0%af',
  ].map((prefix) => `${prefix}x.webp`),
  ...['etc/passwd', 'proc/self/environ', 'dev/null', 'dev/zero', 'windows/win.ini'].flatMap((target) => [
    `/${target}`,
    `../../../../${target}`,
  ]),
  ...[
    '.env',
    '.htaccess',
    '.git/config',
    'web.config',
    'index.html',
    'index.php',
    'x.php.png',
    'x.png.php',
    'x.php%00.png',
    'x.svg',
    'x.js',
    'x.sh',
  ],
  ...[
    '.',
    '..',
    '...',
    ' ',
    '',
    'CON',
    'NUL.webp',
    'aux',
    'com1.png',
    'x'.repeat(5_000),
    `${'../'.repeat(1_000)}x`,
    '\u202egnp.exe',
    'x\u0000.png',
    'x\t.png',
    '-rf',
    '; rm -rf .',
    '$(id)',
    '`id`',
  ],
]

test('stores files under random names, whatever name they are sent with', async () => {
  const [before, beside] = [files(), readdirSync(t.dataDir).sort()]
  const names: string[] = []
  for (const fileName of HOSTILE_FILE_NAMES) {
    const answer = await sendParts([field('id', me.id), imagePart(TINY_PNG, fileName)])
    // A name that breaks the part's header turns the part into a field, or the body into an invalid one.
    if (answer.status !== 200) expect([fileName, answer.status]).toEqual([fileName, 400])
    else names.push((answer.body.msg as { image_url: string }).image_url)
  }
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) expect(name).toMatch(PICTURE_NAME)
  expect(files()).toEqual([...before, ...names].sort())
  expect(readdirSync(t.dataDir).sort()).toEqual(beside)
  for (const name of names) expect(statSync(getPath(name)).mode & 0o777).toBe(0o600)
})

describe('a replaced picture', () => {
  test('is removed after eight days', async () => {
    const [old, current] = [
      getName(await t.upload({ id: me.id, image: TINY_PNG }, me.cookie)),
      getName(await t.upload({ id: me.id, image: TINY_PNG }, me.cookie)),
    ]
    const pictures = new Pictures(new FolderStore(getUploadsFolder(t.dataDir)))
    expect([existsSync(getPath(old)), await getPicture(me.id)]).toEqual([true, current])
    await pictures.removeUnused(t.db, 0, Date.now() + 8 * DAY_MS - 60_000)
    expect(existsSync(getPath(old))).toBe(true)
    await pictures.removeUnused(t.db, 0, Date.now() + 8 * DAY_MS + 60_000)
    expect([existsSync(getPath(old)), existsSync(getPath(current))]).toEqual([false, true])
  })

  test('is removed after eight days for each of eight simultaneous uploads but the last', async () => {
    const before = files()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => t.upload({ id: me.id, image: TINY_PNG }, me.cookie)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const names = answers.map(getName)
    expect(new Set(names).size).toBe(8)
    expect(names).toContain(await getPicture(me.id))
    expect(files()).toEqual([...before, ...names].sort())
    await new Pictures(new FolderStore(getUploadsFolder(t.dataDir))).removeUnused(
      t.db,
      0,
      Date.now() + 8 * DAY_MS + 60_000,
    )
    expect(names.filter((name) => existsSync(getPath(name)))).toEqual([await getPicture(me.id)])
  })
})

test('limits each user to 30 pictures in 30 minutes', async () => {
  const throttled = await createTestApp({ THROTTLE: 'on' })
  const [one, other] = [await throttled.make.signedIn(), await throttled.make.signedIn()]
  const send = () => throttled.upload({ id: one.id, image: TINY_PNG }, one.cookie)
  for (let n = 0; n < 30; n++) expect((await send()).status).toBe(200)
  const limited = await send()
  expect([limited.status, limited.body.code]).toEqual([429, 'too_often'])
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(60)
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(1_800)
  expect((await throttled.upload({ id: other.id, image: TINY_PNG }, other.cookie)).status).toBe(200)
  await throttled.close()
})

test('answers over a real connection when a picture is too large or its sender is not signed in', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  const send = async (bytes: Uint8Array, cookie?: string) => {
    const form = new FormData()
    form.append('id', String(me.id))
    form.append('image', new Blob([new Uint8Array(bytes)]), 'me.png')
    const response = await fetch(`http://127.0.0.1:${port}/api/handleUploads`, {
      method: 'POST',
      body: form,
      headers: cookie ? { cookie } : {},
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const big = Buffer.concat([TINY_PNG, Buffer.alloc(12_000_000)])
  expect(await send(big, me.cookie)).toEqual([413, 'too_large'])
  expect(await send(big)).toEqual([401, 'not_signed_in'])
  expect(await send(TINY_PNG, me.cookie)).toEqual([200, undefined])
})
