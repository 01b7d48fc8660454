import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import { buildCourse, buildFormData, buildMaterial, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'

/** A server with one course, number 41, that saves and versions it as the real one does. */
export function mockCourseServer(overrides: CallMocks = {}) {
  const server: { saved: CourseForm } = {
    saved: {
      course: {
        ...buildCourse({ title: 'Databases', description: 'Tables.', tabs: 'sql,joins' }),
        public: true,
        students: 3,
        has_orders: false,
        broken_lessons: [],
      },
      ...buildFormData({ version: 4 }),
      materials: [
        buildMaterial({ material_id: 901, title: 'Joins, drawn' }),
        buildMaterial({ material_id: 902, title: 'Indexes' }),
        buildMaterial({ material_id: 903, title: 'Transactions' }),
      ],
    },
  }
  const save = ({ title, public: isPublic, materials }: CallInput<'addCourse'>, msg: string) => {
    server.saved = {
      ...server.saved,
      course: { ...server.saved.course, title, public: isPublic ?? true },
      materials: materials.map(({ id, ...lesson }, place) =>
        buildMaterial({ material_id: Number(id ?? 950 + place), title: lesson.title }),
      ),
      version: server.saved.version + 1,
    }
    const lesson_ids = server.saved.materials.map(({ material_id }) => material_id)
    return { msg: { id: 41, msg, version: server.saved.version, lesson_ids, section_ids: [] } }
  }
  const mocks = {
    ...mockSignedIn({ role: 'admin', student_id: 1, email: 'admin@mail.example' }),
    getCoursesAdmin: () => ({ msg: [server.saved.course], nextPage: null }),
    getCourseForm: () => ({ msg: server.saved }),
    addCourse: (input) => save(input, 'The course was added'),
    updateCourse: (input) => {
      if (input.version !== server.saved.version) throw new AppError('changed_meanwhile')
      return save(input, 'The course was saved')
    },
    handleUploads: () => ({ msg: { image_url: 'new.webp' } }),
    ...overrides,
  } satisfies CallMocks
  return { server, mocks, save }
}

/** The course's own fields come before those of its lessons. */
export const getField = (label: string) =>
  screen.getAllByLabelText<HTMLInputElement>(label)[0] ?? expect.fail(`No field is labelled ${label}`)
export const getSaveButton = (name = 'Edit Course') => screen.getByRole('button', { name })
export const getLessonButton = (title: string) => screen.getByRole('button', { name: new RegExp(`^\\d+ ?${title}`) })
export const getLessonTitles = () =>
  screen
    .getAllByRole('button', { name: /^Move lesson/ })
    .map((handle) => handle.getAttribute('aria-label')?.split(', ').slice(1).join(', '))

/** Replaces a field's text in one step: typing each key would take seconds. */
export async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.paste(text)
}

export const replaceTitle = (user: UserEvent, title: string) => fill(user, getField('Title'), title)

export async function selectPicture(user: UserEvent) {
  const file = new File([new Uint8Array(10)], 'cover.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Picture file'), file)
  await screen.findByRole('img', { name: 'Selected cover' })
}
