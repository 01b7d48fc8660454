import type { Campus } from '../users/campus.ts'
import type { Client } from '../users/client.ts'
import type { AddressWriter, ToAddress } from './address-writer.ts'

const CATEGORY = 'Cybersecurity Basics'

export const toHtml = (at: ToAddress) =>
  `<p><a href="${at('a')}">Link</a> <img src="${at('img')}"><span style="background:url(${at('css')})">x</span></p>
<iframe src="${at('iframe')}"></iframe><link rel="stylesheet" href="${at('link')}"><video src="${at('video')}"></video>
<svg><image href="${at('svg')}"/><use href="${at('use')}"/></svg><style>@import "${at('import')}";</style>`

const toQuestions = (at: ToAddress) => {
  const base = (id: string) => ({ id, text: at('question'), explanation: at('explanation'), pool: '' })
  const options = ['a', 'b'].map((id) => ({ id, text: at(`option-${id}`) }))
  const pairs = ['a', 'b'].map((id) => ({ id, text: at(`left-${id}`), match_id: `m${id}`, match: at(`right-${id}`) }))
  return [
    { ...base('q1'), kind: 'single', options, correct: 'a', pool: at('pool') },
    { ...base('q2'), kind: 'short_text', accepted: [at('accepted')] },
    { ...base('q3'), kind: 'matching', pairs },
  ]
}

const toLesson = (at: ToAddress, kind: string, values: object) => ({
  ...{ title: at(`${kind}-title`), subtitle: at(`${kind}-subtitle`), kind, completion: 'manual' },
  ...values,
})

/** A lesson of every kind that takes an address. An embed is of a known site, and has the address within its own. */
const toLessons = (at: ToAddress) => [
  toLesson(at, 'video', { url: at('video.webm') }),
  toLesson(at, 'article', { content: toHtml(at) }),
  toLesson(at, 'assignment', { content: toHtml(at), file_name: at('file') }),
  toLesson(at, 'quiz', { quiz: { pools: [{ name: at('pool'), draw: 1 }], questions: toQuestions(at) } }),
  toLesson(at, 'embed', { url: `https://www.desmos.com/calculator/abc?from=${encodeURI(at('embed'))}` }),
]

const toDetails = (at: ToAddress) => ({
  ...{ pitch: at('pitch'), outcomes: [at('outcome')], requirements: [at('requirement')], language: at('language') },
  faq: [{ question: at('faq-question'), answer: at('faq-answer') }],
  ...{ instructor_name: at('instructor'), instructor_bio: at('bio') },
})

const toCourseForm = (at: ToAddress) => ({
  ...{ title: at('title'), description: at('description'), price: 0, discount: 0, category: CATEGORY, tabs: at('tab') },
  ...{ details: toDetails(at), sections: [{ title: at('section') }], public: true, lesson_order: 'free' },
  materials: toLessons(at).map((lesson) => ({ ...lesson, section: 0, lesson_count: at('lesson-count') })),
})

export interface FilledCourse {
  id: number
  assignmentId: number
  quizId: number
}

/** A course, a post, a path and the design of certificates, each added and changed. */
export async function fillContent(admin: Client, writer: AddressWriter, campus: Campus): Promise<FilledCourse> {
  const { at } = writer
  const { id, lesson_ids, section_ids } = await writer.write(admin, 'addCourse', toCourseForm(at))
  const form = toCourseForm(at)
  const materials = form.materials.map((lesson, place) => ({ ...lesson, id: lesson_ids[place] }))
  const sections = form.sections.map((section, place) => ({ ...section, id: section_ids[place] }))
  await writer.write(admin, 'updateCourse', { ...form, materials, sections, course_id: id })
  const post = { title: at('post'), subtitle: at('post-subtitle'), content: toHtml(at), public: true }
  const { id: blog_id } = await writer.write(admin, 'addBlog', post)
  await writer.write(admin, 'updateBlog', { ...post, blog_id })
  const path = { title: at('path'), goal: at('goal'), description: at('description') }
  const courses = { course_ids: [campus.freeCourse.id], public: true }
  const { id: path_id } = await writer.write(admin, 'addPath', { ...path, ...courses })
  await writer.write(admin, 'updatePath', { ...path, ...courses, path_id })
  const design = { title: at('design'), text: at('text'), issuer: at('issuer'), signature_name: at('signature') }
  const colors = { signature_image: '', accent: '#f2a324', background: '#faf7f1' }
  await writer.write(admin, 'updateCertificateDesign', { ...design, ...colors })
  await writer.write(admin, 'setMaintenance', { status: true })
  await expectRefusals(admin, writer, { ...design, ...colors })
  return { id, assignmentId: lesson_ids[2] ?? 0, quizId: lesson_ids[3] ?? 0 }
}

/** Fields that take uploaded files, or names of people, only. */
async function expectRefusals(admin: Client, writer: AddressWriter, design: object): Promise<void> {
  const { at } = writer
  const video = toLesson(at, 'video', { url: at('video.webm') })
  const withLesson = (lesson: object) => ({ ...toCourseForm(at), materials: [lesson] })
  const [question = {}] = toQuestions(at)
  const picture = {
    ...video,
    kind: 'quiz',
    url: '',
    quiz: { questions: [{ ...question, pool: '', image_url: at('i') }] },
  }
  const captions = { ...video, captions: at('captions.vtt') }
  for (const [name, id] of [
    ['addCourse', {}],
    ['updateCourse', { course_id: 1 }],
  ] as const) {
    await writer.expectRefusal(
      admin,
      name,
      { ...withLesson(captions), ...id },
      'Captions must be an uploaded .vtt file',
    )
    await writer.expectRefusal(admin, name, { ...withLesson(picture), ...id }, 'invalid_input')
    for (const kind of ['embed', 'file'])
      await writer.expectRefusal(admin, name, { ...withLesson({ ...video, kind }), ...id }, 'invalid_input')
  }
  await writer.expectRefusal(admin, 'updateCertificateDesign', { ...design, signature_image: at('i') }, 'invalid_input')
  const user = { first_name: at('first'), last_name: at('last'), email: 'a@mail.example' }
  await writer.expectRefusal(admin, 'importUsers', { users: [user] }, 'can’t contain an address or a link')
}
