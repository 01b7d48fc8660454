import { existsSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRAFT_DAYS } from '#contract/limits.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { getUploadsFolder } from './upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

const DAY_MS = 24 * 3_600_000

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

async function send(image: Uint8Array, cookie?: string) {
  const { headers, payload } = await createPictureForm({ image })
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/addContentPicture',
    headers: { ...headers, ...(cookie && { cookie }) },
    payload,
  })
  return { status: response.statusCode, body: response.json() as { code?: string; msg: { image_url: string } } }
}

const isStored = (name: string) => existsSync(join(getUploadsFolder(t.dataDir), name))
const cleanUp = (days: number) =>
  new Pictures(new FolderStore(getUploadsFolder(t.dataDir))).removeUnused(t.db, 0, Date.now() + days * DAY_MS + 60_000)
const contentWith = (name: string) => ({
  title: 'Pictured',
  subtitle: '',
  content: `<p><img src="/uploads/${name}"></p>`,
})

test('accepts only pictures, and only from admins', async () => {
  const student = await t.make.signedIn()
  expect((await send(TINY_PNG)).status).toBe(401)
  expect((await send(TINY_PNG, student.cookie)).status).toBe(403)
  expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), admin.cookie)).body.code).toBe(
    'not_a_picture',
  )
})

test('serves the picture to everyone and keeps it while a post shows it', async () => {
  const { body } = await send(TINY_PNG, admin.cookie)
  const name = body.msg.image_url
  expect((await t.app.inject(`/uploads/${name}`)).headers['content-type']).toBe('image/webp')
  const { body: added } = await t.call('addBlog', contentWith(name), admin.cookie)
  const { id } = added.msg as { id: number }
  expect((await t.call('getBlogData', { blog_id: id })).body.msg).toMatchObject([
    { content: contentWith(name).content },
  ])
  await cleanUp(30)
  expect(isStored(name)).toBe(true)
  await t.call('updateBlog', { blog_id: id, ...contentWith(name), content: '<p>Without</p>' }, admin.cookie)
  expect(isStored(name)).toBe(true)
  await cleanUp(8)
  expect(isStored(name)).toBe(false)
})

test('refuses a post with a picture that is gone, unless the post showed it before', async () => {
  const name = (await send(TINY_PNG, admin.cookie)).body.msg.image_url
  const lost = { ...contentWith(`${'a'.repeat(32)}.webp`), title: 'Lost' }
  const refusal = { status: 400, body: { msg: 'A picture no longer exists. Upload it again.' } }
  expect(await t.call('addBlog', lost, admin.cookie)).toMatchObject(refusal)
  const { body } = await t.call('addBlog', contentWith(name), admin.cookie)
  const { id: blog_id } = body.msg as { id: number }
  expect(await t.call('updateBlog', { blog_id, ...lost }, admin.cookie)).toMatchObject(refusal)
  rmSync(join(getUploadsFolder(t.dataDir), name))
  expect((await t.call('updateBlog', { blog_id, ...contentWith(name) }, admin.cookie)).status).toBe(200)
})

test('a save keeps an old picture that was not shown yet from the cleanup', async () => {
  const name = (await send(TINY_PNG, admin.cookie)).body.msg.image_url
  utimesSync(join(getUploadsFolder(t.dataDir), name), new Date(0), new Date(0))
  await t.call('addBlog', contentWith(name), admin.cookie)
  expect(statSync(join(getUploadsFolder(t.dataDir), name)).mtimeMs).toBeGreaterThan(0)
})

test('keeps the picture while its post is in the trash, and as long as another post shows it', async () => {
  const name = (await send(TINY_PNG, admin.cookie)).body.msg.image_url
  const add = async () => ((await t.call('addBlog', contentWith(name), admin.cookie)).body.msg as { id: number }).id
  const posts = [await add(), await add()]
  const remove = async (id: number) => {
    await t.call('deleteBlog', { blog_id: id }, admin.cookie)
    expect(isStored(name)).toBe(true)
    await cleanUp(8)
    expect(isStored(name)).toBe(true)
    await t.call('deleteFromTrash', { kind: 'post', id }, admin.cookie)
    await cleanUp(8)
  }
  await remove(at(posts))
  expect(isStored(name)).toBe(true)
  await remove(at(posts, 1))
  expect(isStored(name)).toBe(false)
})

test('keeps a picture that no post shows longer than the draft of a post, and then removes it', async () => {
  const name = (await send(TINY_PNG, admin.cookie)).body.msg.image_url
  await cleanUp(DRAFT_DAYS)
  expect(isStored(name)).toBe(true)
  await cleanUp(8)
  expect(isStored(name)).toBe(false)
})
