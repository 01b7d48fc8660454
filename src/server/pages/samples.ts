import { join } from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import { readCertificateDesign } from '#server/features/certificates/certificate-design.ts'
import { toSampleDocument } from '#server/features/certificates/certificate-document.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { drawPdf } from '#server/features/pdf-program/draw-pdf.ts'
import { countVisitorRead, toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, lessons } from '#server/platform/db/schema.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { findLocalFolder } from '#server/platform/storage/local-copy.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

interface SampleDeps {
  db: Db
  cache: ResponseCache
  publicUrl: string
  /** For the signature: where it is, and a folder for its copy. */
  files: FileStore
  folder: string
  throttles: Throttles
  queues: Pick<TrafficQueues, 'renders' | 'pdfs'>
}

/** What the landing page lets visitors try: a quiz, and how a certificate looks. Without an account. */
export function registerSampleRoutes(app: FastifyInstance, deps: SampleDeps): void {
  const { db, cache, publicUrl, folder, files, throttles, queues } = deps
  const options = { onRequest: countVisitorRead(throttles) }

  const findQuiz = () =>
    cache.getOrLoad('sample-quiz', async () => {
      const [row] = await db
        .select({ course_id: courses.id, title: courses.title, lessonId: lessons.id })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .where(and(eq(lessons.kind, 'quiz'), eq(lessons.isPreview, true), isPublished))
        .orderBy(desc(courses.id), lessons.place)
        .limit(1)
      const value = row ? `${publicCoursePath(row)}?preview=${row.lessonId}` : paths.allCourses
      return { value, tags: ['courses'], sizeBytes: 200 }
    })
  app.get(paths.sampleQuiz, options, async (request, reply) => {
    const key = toTrafficKey({ user: null, ip: request.ip })
    const address = cache.get<string>('sample-quiz') ?? (await queues.renders.run(key, findQuiz))
    return reply.header('cache-control', 'no-cache').redirect(address)
  })

  const drawCertificate = () =>
    cache.getOrLoad('sample-certificate', async () => {
      const design = await readCertificateDesign(db)
      const uploadsFolder = await findLocalFolder(files, join(folder, 'copies'), design.signature_image)
      const document = toSampleDocument(design, { publicUrl, uploadsFolder })
      const value = await drawPdf({ kind: 'certificate', document })
      return { value, tags: ['site'], sizeBytes: value.length }
    })
  app.get(paths.sampleCertificate, options, async (request, reply) => {
    const key = toTrafficKey({ user: null, ip: request.ip })
    const pdf = cache.get<Buffer>('sample-certificate') ?? (await queues.pdfs.run(key, drawCertificate))
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-disposition': 'inline; filename="sample-certificate.pdf"' })
      .type('application/pdf')
      .send(pdf)
  })
}
