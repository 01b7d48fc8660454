import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { blogs, courses, quizAttempts, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import {
  getColourAt,
  createHugePng,
  createJpegWithComment,
  createPngWithText,
  createRedBluePicture,
} from '#server/testing/files/pictures.ts'
import { buildQuiz } from '#server/testing/learning/quiz-input.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { PictureProcess } from './encoder/picture-process.ts'
import { Pictures } from './pictures.ts'

const SCRIPT = '<script>alert("canary")</script>'
const DAY_MS = 86_400_000

let folder: string
let pictures: Pictures
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-pictures-'))
  pictures = new Pictures(new FolderStore(folder))
  return async () => {
    await pictures.close()
    rmSync(folder, { recursive: true })
  }
})
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})

const read = (name: string) => readFileSync(join(folder, name))

async function getError(bytes: Uint8Array, reader = pictures): Promise<AppError> {
  const error: unknown = await reader.save(bytes, 'profile').catch((failure: unknown) => failure)
  expect(readdirSync(folder)).toEqual([])
  if (!(error instanceof AppError)) throw new Error('The picture was accepted, or failed otherwise', { cause: error })
  return error
}

describe('accepted pictures', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'turns a %s of a profile into a WebP of 500 by 500',
    async (format) => {
      const bytes = await createRedBluePicture().toFormat(format).toBuffer()
      const name = await pictures.save(bytes, 'profile')
      expect(name).toMatch(/^[0-9a-f]{32}\.webp$/)
      expect(await sharp(read(name)).metadata()).toMatchObject({ format: 'webp', width: 500, height: 500 })
      expect([await getColourAt(read(name), 100, 250), await getColourAt(read(name), 400, 250)]).toEqual([
        'red',
        'blue',
      ])
    },
  )

  test('fits a cover into 1,600 by 3,200 and never enlarges it', async () => {
    const getSavedSize = async (width: number, height: number) => {
      const saved = await sharp(
        read(await pictures.save(await createRedBluePicture(width, height).jpeg().toBuffer(), 'cover')),
      ).metadata()
      return [saved.width, saved.height]
    }
    expect(await getSavedSize(3_200, 1_000)).toEqual([1_600, 500])
    expect(await getSavedSize(800, 450)).toEqual([800, 450])
    expect(await getSavedSize(100, 6_400)).toEqual([50, 3_200])
  })

  test.each([
    ['wide', 12_000, 2],
    ['tall', 2, 12_000],
    ['tall beyond the limit of WebP', 100, 20_000],
  ])('accepts a picture that is very %s', async (_shape, width, height) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    for (const use of ['profile', 'cover'] as const) {
      const saved = await sharp(read(await pictures.save(bytes, use))).metadata()
      expect(Math.max(saved.width, saved.height)).toBeLessThanOrEqual(3_200)
    }
  })

  test('accepts 40 megapixels', async () => {
    expect(await pictures.save(createHugePng(8_000, 5_000), 'profile')).toMatch(/webp$/)
  })

  test('accepts a single pixel', async () => {
    expect(await pictures.save(TINY_PNG, 'profile')).toMatch(/webp$/)
  })

  test('keeps transparency', async () => {
    const clear = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await sharp(read(await pictures.save(clear, 'cover'))).metadata()).toMatchObject({ hasAlpha: true })
  })

  test('keeps the first frame of an animation', async () => {
    const still = await createRedBluePicture(60, 60).png().toBuffer()
    const moving = await sharp([still, await sharp(still).negate().png().toBuffer()], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const saved = await sharp(read(await pictures.save(moving, 'profile'))).metadata()
    expect([saved.pages ?? 1, saved.width, saved.height]).toEqual([1, 500, 500])
  })
})

describe('metadata', () => {
  const EXIF = {
    IFD0: { Copyright: 'canary of the camera', Artist: 'canary' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '51/1 30/1 3230/100',
      GPSLongitudeRef: 'W',
      GPSLongitude: '0/1 7/1 3950/100',
    },
  }

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'removes location, camera and color profile from a %s',
    async (format) => {
      const bytes = await createRedBluePicture()
        .withMetadata()
        .withExif(EXIF)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary/></x:xmpmeta>')
        .toFormat(format)
        .toBuffer()
      const before = await sharp(bytes).metadata()
      expect(before.exif?.toString('latin1')).toContain('canary')
      for (const use of ['profile', 'cover'] as const) {
        const saved = read(await pictures.save(bytes, use))
        const { exif, icc, xmp, iptc, orientation } = await sharp(saved).metadata()
        expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
        expect(saved.toString('latin1')).not.toMatch(/canary|EXIF|GPS/i)
      }
    },
  )

  test.each([
    [1, 'left', 'right'],
    [3, 'right', 'left'],
    [6, 'top', 'bottom'],
    [8, 'bottom', 'top'],
  ])('rotates a picture by EXIF orientation %i', async (orientation, red, blue) => {
    const bytes = await createRedBluePicture(600, 300).withMetadata({ orientation }).jpeg().toBuffer()
    const saved = read(await pictures.save(bytes, 'cover'))
    const { width, height } = await sharp(saved).metadata()
    expect([width, height]).toEqual(orientation < 5 ? [600, 300] : [300, 600])
    const places: Record<string, [number, number]> = {
      left: [20, 150],
      right: [width - 20, 150],
      top: [150, 20],
      bottom: [150, height - 20],
    }
    const colors = await Promise.all([red, blue].map((side) => getColourAt(saved, ...(places[side] ?? [0, 0]))))
    expect(colors).toEqual(['red', 'blue'])
  })
})

describe('other files', () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}</svg>`
  test.each<[string, Uint8Array | string]>([
    ['an SVG', SVG],
    ['an SVG with an XML declaration', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${SVG}`],
    ['an SVG after a byte order mark', `\ufeff${SVG}`],
    ['an SVG after whitespace', `   \n\n${SVG}`],
    ['a compressed SVG', gzipSync(SVG)],
    ['an HTML page', `<!doctype html><html><body>${SCRIPT}</body></html>`],
    ['a PDF', '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF'],
    ['a ZIP', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync('x'.repeat(1_000))])],
    ['an empty file', ''],
    ['plain text', 'just some words'],
    ['a script', '#!/bin/sh\nrm -rf /\n'],
    ['an executable', 'MZ\x90\0\x03\0\0\0'],
    ['a bitmap', Buffer.concat([Buffer.from('BM', 'latin1'), Buffer.alloc(60)])],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16])],
    ['a video', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2', 'latin1')])],
    [
      'an audio file',
      Buffer.concat([Buffer.from('RIFF', 'latin1'), Buffer.alloc(4), Buffer.from('WAVEfmt ', 'latin1')]),
    ],
    ['half a PNG’s first bytes', Buffer.from('\x89PNG', 'latin1')],
    ['a portable bitmap', 'P3 1 1 255 0 0 0'],
    [
      'an ImageMagick script',
      'push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 "https://evil.example/x"\npop graphic-context',
    ],
  ])('refuses %s as not a picture', async (_name, content) => {
    const error = await getError(Buffer.from(content))
    expect([error.code, error.status, error.message]).toEqual([
      'not_a_picture',
      415,
      'Use a PNG, JPEG, WebP, GIF or AVIF picture',
    ])
  })

  test('refuses a valid TIFF', async () => {
    expect((await getError(await createRedBluePicture().tiff().toBuffer())).code).toBe('not_a_picture')
  })

  const png = (rest: string) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(rest)])
  test.each<[string, Uint8Array]>([
    ['a script after a GIF’s first bytes', Buffer.from(`GIF89a/*${SCRIPT}*/=1;alert(1)//`)],
    ['an SVG after a PNG’s first bytes', png(SVG)],
    [
      'a page after a JPEG’s first bytes',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(`<html>${SCRIPT}`)]),
    ],
    ['only the first bytes of a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 \0\0\0\0', 'latin1')],
    [
      'only the first bytes of an AVIF',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0avifmif1', 'latin1')]),
    ],
    ['only the first bytes of a PNG', png('')],
  ])('refuses %s as unreadable', async (_name, bytes) => {
    const error = await getError(bytes)
    expect([error.code, error.status]).toEqual(['bad_picture', 400])
  })

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('refuses a truncated %s', async (format) => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
        background: '#000',
      },
    })
      .toFormat(format)
      .toBuffer()
    for (const part of [0.1, 0.5, 0.9])
      expect((await getError(noise.subarray(0, Math.floor(noise.length * part)))).code).toBe('bad_picture')
  })
})

describe('polyglot files', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a JPEG with a page in its comment',
      async () => createJpegWithComment(await createRedBluePicture().jpeg().toBuffer(), `<html>${SCRIPT}</html>`),
    ],
    [
      'a PNG with a script in its text',
      async () => createPngWithText(await createRedBluePicture().png().toBuffer(), SCRIPT),
    ],
    [
      'a PNG followed by a page',
      async () => Buffer.concat([await createRedBluePicture().png().toBuffer(), Buffer.from(`<html>${SCRIPT}</html>`)]),
    ],
    [
      'a GIF followed by a script',
      async () => Buffer.concat([await createRedBluePicture().gif().toBuffer(), Buffer.from(`/*${SCRIPT}*/`)]),
    ],
    [
      'a JPEG followed by an archive',
      async () =>
        Buffer.concat([await createRedBluePicture().jpeg().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}`, 'latin1')]),
    ],
    [
      'a WebP followed by a script',
      async () => Buffer.concat([await createRedBluePicture().webp().toBuffer(), Buffer.from(SCRIPT)]),
    ],
  ])('re-encodes %s and drops everything else', async (_name, make) => {
    const bytes = await make()
    expect(bytes.toString('latin1')).toContain('canary')
    const saved = read(await pictures.save(bytes, 'profile'))
    expect(saved.toString('latin1')).not.toMatch(/canary|script|PK\x03\x04/)
    expect(await getColourAt(saved, 100, 250)).toBe('red')
  })
})

describe('decompression bombs', () => {
  test('refuses a small file of 400 megapixels without decoding it', async () => {
    const bomb = createHugePng(20_000, 20_000)
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage.rss()
    const error = await getError(bomb)
    expect([error.code, error.message]).toEqual(['bad_picture', 'The picture is too large. The limit is 40 megapixels'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
  })

  test.each<[string, () => Buffer]>([
    ['one row beyond 40 megapixels', () => createHugePng(8_000, 5_001, 1)],
    ['the widest possible PNG', () => createHugePng(2 ** 31 - 1, 1, 0)],
    ['a PNG of size 0', () => createHugePng(0, 0)],
    ['a PNG with fewer rows than declared', () => createHugePng(6_000, 6_000, 10)],
    [
      'a GIF of 65,535 by 65,535',
      () =>
        Buffer.concat([
          Buffer.from('GIF89a', 'latin1'),
          Buffer.from([
            0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2,
            2, 0x4c, 1, 0, 0x3b,
          ]),
        ]),
    ],
  ])('refuses %s', async (_name, make) => {
    expect((await getError(make())).code).toBe('bad_picture')
  })
})

test('stores a picture readable by the server’s user only', async () => {
  expect(statSync(join(folder, await pictures.save(TINY_PNG, 'profile'))).mode & 0o777).toBe(0o600)
})

test('stores twelve simultaneous copies of a picture under different names', async () => {
  const names = await Promise.all(Array.from({ length: 12 }, () => pictures.save(TINY_PNG, 'profile')))
  expect(new Set(names).size).toBe(12)
  expect(readdirSync(folder).sort()).toEqual([...names].sort())
})

test('continues with the next picture after a bad one', async () => {
  const results = await Promise.allSettled(
    [TINY_PNG, createHugePng(50_000, 50_000, 1), TINY_PNG, Buffer.from('GIF89a?'), TINY_PNG].map((bytes) =>
      pictures.save(bytes, 'profile'),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
})

test('refuses a picture that takes too long to read', async () => {
  const limited = new Pictures(new FolderStore(folder), undefined, new PictureProcess({ maxCpuMs: 200 }))
  const flat = sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#346' } })
  const { code, message } = await getError(await flat.png({ progressive: true }).toBuffer(), limited)
  expect([code, message]).toEqual(['bad_picture', 'This picture is too complex. Try a smaller one'])
  await limited.close()
})

describe('cleanup', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await createTestApp()
  })
  afterAll(() => t.close())

  const nextWeek = () => Date.now() + 8 * DAY_MS + 60_000
  const makeOld = (name: string) => utimesSync(join(folder, name), new Date(0), new Date(0))

  test('removes old pictures that no user, course or post shows', async () => {
    const [ofUser, ofCourse, ofBlog] = [
      await pictures.save(TINY_PNG, 'profile'),
      await pictures.save(TINY_PNG, 'cover'),
      await pictures.save(TINY_PNG, 'cover'),
    ]
    await pictures.save(TINY_PNG, 'profile')
    await t.make.user({ imageUrl: ofUser })
    await t.make.course({ imageUrl: ofCourse })
    await t.db.insert(blogs).values({ title: 'A post', imageUrl: ofBlog })
    expect(await pictures.removeUnused(t.db, 0)).toBe(0)
    expect(await pictures.removeUnused(t.db, 0, nextWeek())).toBe(1)
    expect(readdirSync(folder).sort()).toEqual([ofUser, ofCourse, ofBlog].sort())
    await t.db.update(users).set({ imageUrl: '' }).where(eq(users.imageUrl, ofUser))
    await t.db.update(courses).set({ imageUrl: '' }).where(eq(courses.imageUrl, ofCourse))
    expect(await pictures.removeUnused(t.db, 0, nextWeek())).toBe(2)
  })

  test('keeps the pictures of quiz attempts, also while their student is in the trash', async () => {
    const [admin, student, course] = [
      await t.make.signedIn({ role: 'admin' }),
      await t.make.user(),
      await t.make.course({ lessonTitles: ['Quiz'] }),
    ]
    const shown = await pictures.save(TINY_PNG, 'cover')
    await pictures.save(TINY_PNG, 'cover')
    const { questions } = buildQuiz({ image_url: shown })
    const lessonId = at(course.lessons).id
    await t.db.insert(quizAttempts).values({ userId: student.id, lessonId, questions, passMark: 50, maxScore: 1 })
    await pictures.removeUnused(t.db, 0, nextWeek())
    expect(readdirSync(folder)).toEqual([shown])
    await t.call('deleteUser', { user_id: student.id }, admin.cookie)
    expect(await pictures.removeUnused(t.db, 0, nextWeek())).toBe(0)
    await t.call('deleteFromTrash', { kind: 'user', id: student.id }, admin.cookie)
    expect(await pictures.removeUnused(t.db, 0, nextWeek())).toBe(1)
  })

  test('counts the days from when the picture was marked unused', async () => {
    const name = await pictures.save(TINY_PNG, 'profile')
    makeOld(name)
    await pictures.markUnused([name])
    expect(await pictures.removeUnused(t.db, 0)).toBe(0)
    expect(await pictures.removeUnused(t.db, 0, nextWeek())).toBe(1)
  })

  test('removes partial files, and no file that is not a stored picture', async () => {
    const partial = `${'a'.repeat(32)}.webp.part`
    const others = [
      'notes.txt',
      `${'b'.repeat(32)}.webm`,
      `${'c'.repeat(32)}.svg`,
      'cover.webp',
      `${'d'.repeat(31)}.webp`,
    ]
    for (const name of [partial, ...others]) {
      writeFileSync(join(folder, name), 'x')
      makeOld(name)
    }
    expect(await pictures.removeUnused(t.db, 0)).toBe(1)
    expect(readdirSync(folder).sort()).toEqual([...others].sort())
  })

  test('ignores other names when marking a picture unused', async () => {
    const outside = join(folder, '..', `lantern-outside-${process.pid}.webp`)
    writeFileSync(outside, 'x')
    utimesSync(outside, new Date(0), new Date(0))
    await pictures.markUnused([
      '',
      `../lantern-outside-${process.pid}.webp`,
      'https://mail.example/x.webp',
      `${'a'.repeat(32)}.webp`,
    ])
    expect(statSync(outside).mtimeMs).toBe(0)
    rmSync(outside)
  })

  test('handles more pictures than one database query takes', async () => {
    const names = Array.from({ length: 1_200 }, (_, n) => `${n.toString(16).padStart(32, '0')}.webp`)
    for (const name of names) {
      writeFileSync(join(folder, name), '')
      makeOld(name)
    }
    await t.make.user({ imageUrl: at(names, 700) })
    expect(await pictures.removeUnused(t.db, 0)).toBe(1_199)
    expect(readdirSync(folder)).toEqual([at(names, 700)])
  })
})
