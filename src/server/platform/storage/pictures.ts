import { randomBytes } from 'node:crypto'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import {
  blogs,
  certificates,
  courses,
  learningPaths,
  lessons,
  quizAttempts,
  site,
  trashRows,
  users,
} from '#server/platform/db/schema.ts'
import type { PictureProblem, PictureUse } from './encoder/messages.ts'
import { PictureProcess } from './encoder/picture-process.ts'
import type { DiskSpace } from './disk-space.ts'
import type { FileStore } from './file-store.ts'
import { removeUnusedFiles, UNUSED_FILE_DAYS } from './remove-unused-files.ts'
import { tidyFiles } from './tidy-files.ts'
import { touchFiles } from './touch-files.ts'

export const PICTURE_NAME = /^[0-9a-f]{32}\.(webp|png|jpg)$/

/** Pictures under `/uploads/`: detected by content, re-encoded and given a random name. */
export class Pictures {
  readonly #store: FileStore
  readonly #claimSpace: DiskSpace['claim']
  readonly #process: PictureProcess

  constructor(
    store: FileStore,
    claimSpace: DiskSpace['claim'] = (_bytes, write) => write(),
    process = new PictureProcess(),
  ) {
    this.#store = store
    this.#claimSpace = claimSpace
    this.#process = process
  }

  /** Pictures that are read. */
  get queue(): { running: number; waiting: number } {
    return this.#process.queue
  }

  /** Ends the process that reads pictures. */
  close(): Promise<void> {
    return this.#process.close()
  }

  /** Stores a picture, without its metadata, and returns its name. */
  async save(bytes: Uint8Array, use: PictureUse): Promise<string> {
    if (!isPicture(bytes)) throw new AppError('not_a_picture')
    const picture = await this.#encode(bytes, use)
    const name = `${randomBytes(16).toString('hex')}.webp`
    await this.#claimSpace(picture.length, () => this.#store.write(name, picture))
    return name
  }

  async #encode(bytes: Uint8Array, use: PictureUse): Promise<Uint8Array> {
    const result = await this.#process.encode({ bytes, use })
    if (result === null) throw new AppError('bad_picture', { text: 'This picture is too complex. Try a smaller one' })
    if ('problem' in result) throw toPictureError(result.problem)
    return result.picture
  }

  /** For pictures whose user, course or post was deleted: removes those that nothing else shows. */
  async removeIfUnused(db: Db, names: readonly string[]): Promise<void> {
    const pictures = names.filter((name) => PICTURE_NAME.test(name))
    await tidyFiles(async () => {
      const used = pictures.length > 0 ? await findUsedNames(db, pictures) : new Set()
      for (const name of pictures) if (!used.has(name)) await this.#store.remove(name)
    })
  }

  /** For pictures that a record shows from now on: throws when one is missing. */
  async requireStored(names: readonly string[]): Promise<void> {
    if ((await touchFiles(this.#store, names)).length > 0)
      throw new AppError('invalid_input', { text: 'A picture no longer exists. Upload it again.' })
  }

  /** For replaced pictures: starts the retention period after which `removeUnused` removes them. */
  async markUnused(names: readonly string[]): Promise<void> {
    const pictures = names.filter((name) => PICTURE_NAME.test(name))
    await tidyFiles(() => touchFiles(this.#store, pictures))
  }

  /**
   * Removes unused pictures and partial files that are old: open and cached pages may show a replaced picture for a
   * while. Returns their number.
   * @param since the time from which on files are this database's
   */
  removeUnused(db: Db, since: number, now = Date.now()): Promise<number> {
    return removeUnusedFiles({
      store: this.#store,
      isCandidate: (name) => PICTURE_NAME.test(name.replace(/\.part$/, '')),
      findUsed: (names) => findAllUsedNames(db, names),
      since,
      days: UNUSED_FILE_DAYS,
      now,
    })
  }
}

/** Attempts too, which are many: they are read only for a picture that nothing else shows. */
async function findAllUsedNames(db: Db, names: string[]): Promise<Set<string>> {
  const used = await findUsedNames(db, names)
  if (names.some((name) => PICTURE_NAME.test(name) && !used.has(name)))
    for await (const name of findNamesInAttempts(db)) used.add(name)
  return used
}

async function findUsedNames(db: Db, names: string[]): Promise<Set<string>> {
  const found = await Promise.all([
    ...[users, courses, blogs, learningPaths].map((table) =>
      db.select({ name: table.imageUrl }).from(table).where(inArray(table.imageUrl, names)),
    ),
    findNamesInPosts(db),
    findNamesInLessons(db),
    findSignatures(db, names),
    findNamesInTrash(db),
  ])
  return new Set(found.flat().map(({ name }) => name))
}

/** Of the design of new certificates, and of those that were issued. */
async function findSignatures(db: Db, names: string[]): Promise<{ name: string }[]> {
  const toName = (design: AnyPgColumn) => sql<string>`${design} ->> 'signature_image'`
  const [issued, current] = [toName(certificates.design), toName(site.certificateDesign)]
  return [
    ...(await db.selectDistinct({ name: issued }).from(certificates).where(inArray(issued, names))),
    ...(await db.select({ name: current }).from(site).where(inArray(current, names))),
  ]
}

function findNamesInPosts(db: Db): Promise<{ name: string }[]> {
  const name = sql<string>`(regexp_matches(${blogs.content}, '/uploads/([0-9a-f]{32}\\.webp)', 'g'))[1]`
  return db.select({ name }).from(blogs)
}

/** A question's picture stays with the attempts that were made with it. One lesson after the other, for short queries. */
async function* findNamesInAttempts(db: Db): AsyncGenerator<string> {
  const name = sql<string>`(regexp_matches(${quizAttempts.questions}::text, '[0-9a-f]{32}\\.webp', 'g'))[1]`
  for (const { lessonId } of await db.selectDistinct({ lessonId: quizAttempts.lessonId }).from(quizAttempts)) {
    const isOfLesson = and(eq(quizAttempts.lessonId, lessonId), sql`${quizAttempts.questions}::text like '%.webp%'`)
    for (const found of await db.selectDistinct({ name }).from(quizAttempts).where(isOfLesson)) yield found.name
  }
}

/** Of users and posts that can be restored, and of the users' attempts. */
function findNamesInTrash(db: Db): Promise<{ name: string }[]> {
  const name = sql<string>`(regexp_matches(${trashRows.row}::text, '[0-9a-f]{32}\\.(?:webp|png|jpg)', 'g'))[1]`
  return db
    .selectDistinct({ name })
    .from(trashRows)
    .where(inArray(trashRows.tableName, ['users', 'blogs', 'quiz_attempts']))
}

/** In articles, assignments and quizzes. */
function findNamesInLessons(db: Db): Promise<{ name: string }[]> {
  const text = sql`${lessons.content} || coalesce(${lessons.quiz}::text, '')`
  const name = sql<string>`(regexp_matches(${text}, '[0-9a-f]{32}\\.webp', 'g'))[1]`
  return db
    .selectDistinct({ name })
    .from(lessons)
    .where(or(sql`${lessons.content} like '%.webp%'`, sql`${lessons.quiz}::text like '%.webp%'`))
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

/** Checks the magic bytes first: sharp would also decode SVG, PDF and more. */
function isPicture(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, '\xff\xd8\xff') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    startsWith(bytes, 'GIF87a') ||
    startsWith(bytes, 'GIF89a') ||
    (startsWith(bytes, 'ftyp', 4) && /^(avif|avis|mif1)/.test(Buffer.from(bytes.subarray(8, 12)).toString('latin1')))
  )
}

/** Some formats have a lower limit. */
const MAX_MEGAPIXELS = 40

function toPictureError(problem: PictureProblem): AppError {
  switch (problem.code) {
    case 'unsupported':
      return new AppError('not_a_picture')
    case 'unreadable':
      return new AppError('bad_picture', { cause: problem.reason })
    case 'too_large': {
      const { maxMegapixels } = problem
      const suffix = maxMegapixels < MAX_MEGAPIXELS ? ' for this format' : ''
      return new AppError('bad_picture', {
        text: `The picture is too large. The limit is ${maxMegapixels} megapixels${suffix}`,
      })
    }
  }
}
