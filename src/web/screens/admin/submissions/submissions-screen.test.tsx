import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import type { StudentWork } from './submissions-screen.tsx'

const buildWork = (values: Partial<StudentWork> = {}): StudentWork => ({
  ...{
    submission_id: 1,
    latest_id: values.submission_id ?? 1,
    text: 'git reflog',
    file_url: '',
    file_name: '',
    status: 'waiting',
    feedback: '',
  },
  ...{ submitted_date: '2026-11-12T09:00:00.000Z', graded_date: null },
  ...{ student_id: 7, name: 'Mara Ilves', email: 'mara@mail.example' },
  ...{ course_id: 41, course_title: 'Git', material_id: 3, material_title: 'Rescue a commit' },
  ...values,
})
const WORKS = [
  buildWork(),
  buildWork({ submission_id: 2, name: 'Jon Adeyemi', file_url: '/api/submissionFiles/x-8', file_name: 'proof.pdf' }),
  buildWork({ submission_id: 3, name: 'Sofia Marques', status: 'accepted', feedback: 'Well done' }),
]

/** Keeps the submissions as the server does. */
async function showSubmissions(works: StudentWork[] = WORKS, mocks: CallMocks = {}, search = '') {
  const rows = works.map((work) => ({ ...work }))
  const view = await showScreen(`/dashboard/submissions${search}`, {
    ...mockSignedIn({ role: 'admin' }),
    getSubmissions: ({ select_data, submission_id: id }) => ({
      msg: rows.filter((row) => (id ? row.submission_id === id : !select_data || row.status === select_data)),
      nextPage: null,
    }),
    gradeSubmission: ({ submission_id, status, feedback = '' }) => {
      const work = rows.find((one) => one.submission_id === Number(submission_id))
      if (work) Object.assign(work, { status, feedback })
      return { msg: `The work was ${status}` }
    },
    ...mocks,
  })
  const grades = () => view.calls.filter(({ name }) => name === 'gradeSubmission').map(({ input }) => input)
  return { ...view, grades }
}
afterEach(() => localStorage.clear())
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const open = async (view: Awaited<ReturnType<typeof showSubmissions>>, name: string) => {
  await view.user.click(await screen.findByRole('link', { name }))
  await heading('Rescue a commit')
}

describe('the list of submissions', () => {
  it('shows who waits, and filters by state and course', async () => {
    const { user, calls } = await showSubmissions(WORKS, {}, '?course=41')
    expect(within(screen.getByRole('row', { name: /Mara Ilves/ })).getByText('Waiting')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /Sofia/ })).getByText('Accepted')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Returned')
    expect(await screen.findByText('No submissions match your filters.')).toBeTruthy()
    expect(calls.findLast(({ name }) => name === 'getSubmissions')?.input).toMatchObject({
      ...{ select_data: 'returned', course_id: 41 },
    })
  })

  it('keeps the keyboard’s focus on the page when the filter of a course leaves', async () => {
    const { user } = await showSubmissions(WORKS, {}, '?course=41')
    await user.click(screen.getByRole('link', { name: 'All courses' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'All courses' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it.each<[string, string, string]>([
    ['', 'No submissions yet', 'without any'],
    ['?type=Waiting', 'Nothing to grade', 'when all are graded'],
  ])('says so %s: %s (%s)', async (search, title) => {
    await showSubmissions([], {}, search)
    expect(screen.getByText(title)).toBeTruthy()
  })
})

describe('one submission', () => {
  it('accepts the work and goes on to the next that waits', async () => {
    const view = await showSubmissions()
    await open(view, 'Mara Ilves')
    expect(screen.getByText('git reflog')).toBeTruthy()
    await view.user.type(screen.getByLabelText(/Feedback/), 'Good')
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    const file = await screen.findByRole('link', { name: 'proof.pdf' })
    expect(file.getAttribute('href')).toBe('/api/submissionFiles/x-8')
    expect(view.grades()).toEqual([{ submission_id: 1, status: 'accepted', feedback: 'Good', graded_date: null }])
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    await heading('Submissions')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it.each(['/dashboard/submissions', '/dashboard/users?search=a'])(
    'leaves the admin who has gone to %s before the answer there',
    async (address) => {
      let answer = () => {}
      const view = await showSubmissions(WORKS, {
        getUsers: () => ({ msg: [], nextPage: null }),
        gradeSubmission: () =>
          new Promise((resolve) => {
            answer = () => resolve({ msg: 'The work was accepted' })
          }),
      })
      await open(view, 'Mara Ilves')
      await view.user.click(screen.getByRole('button', { name: 'Accept' }))
      await view.router.navigate(address)
      await screen.findByRole('heading', { level: 1, name: /^(Hello Admin|Submissions)/ })
      answer()
      await screen.findByText('The work was accepted')
      const { pathname, search } = view.router.state.location
      expect(pathname + search).toBe(address)
    },
  )

  it('returns work only with feedback, and keeps what was typed while another is looked at', async () => {
    const view = await showSubmissions()
    await open(view, 'Mara Ilves')
    await view.user.click(screen.getByRole('button', { name: 'Return' }))
    expect(screen.getByText(/Say what is missing/)).toBeTruthy()
    expect(view.grades()).toEqual([])
    await view.user.type(screen.getByLabelText(/Feedback/), 'Find it')
    await view.user.click(screen.getByRole('button', { name: 'Next waiting' }))
    await screen.findByRole('link', { name: 'proof.pdf' })
    await view.user.click(screen.getByRole('button', { name: 'All submissions' }))
    await heading('Submissions')
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await open(view, 'Mara Ilves')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Feedback/).value).toBe('Find it')
    await view.user.click(screen.getByRole('button', { name: 'Return' }))
    await screen.findByRole('link', { name: 'proof.pdf' })
    expect(view.grades()).toEqual([{ submission_id: 1, status: 'returned', feedback: 'Find it', graded_date: null }])
  })

  it('goes on from the open one, and after the last to the first that waits', async () => {
    const names = ['Mara Ilves', 'Jon Adeyemi', 'Sofia Marques']
    const view = await showSubmissions(names.map((name, index) => buildWork({ submission_id: index + 1, name })))
    await open(view, 'Mara Ilves')
    for (const name of ['Jon Adeyemi', 'Sofia Marques', 'Mara Ilves']) {
      await view.user.click(screen.getByRole('button', { name: 'Next waiting' }))
      expect(await screen.findByRole('link', { name })).toBeTruthy()
    }
  })

  it('shows the list as it is now after the work was replaced', async () => {
    const works = [buildWork()]
    const view = await showSubmissions(works, {
      getSubmissions: () => ({ msg: [...works], nextPage: null }),
      gradeSubmission: () => {
        works[0] = buildWork({ submission_id: 9, name: 'Mara Ilves, again' })
        throw new AppError('submission_not_found')
      },
    })
    await open(view, 'Mara Ilves')
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByRole('link', { name: 'Mara Ilves, again' })).toBeTruthy()
    expect(screen.getByText(new AppError('submission_not_found').message)).toBeTruthy()
  })

  it('keeps unsent feedback when the dashboard is left', async () => {
    const first = await showSubmissions()
    await open(first, 'Mara Ilves')
    await first.user.type(screen.getByLabelText(/Feedback/), 'Almost')
    cleanup()
    const second = await showSubmissions(WORKS, {}, '?submission=1')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Feedback/).value).toBe('Almost')
    await second.user.click(screen.getByRole('button', { name: 'Return' }))
    await screen.findByRole('link', { name: 'proof.pdf' })
    expect(second.grades()).toMatchObject([{ feedback: 'Almost' }])
    expect(Object.keys(localStorage).filter((key) => key.startsWith('feedback-draft'))).toEqual([])
  })

  it('shows why the server refuses and keeps the feedback', async () => {
    const view = await showSubmissions(WORKS, {
      gradeSubmission: () => {
        throw new AppError('submission_not_found')
      },
    })
    await open(view, 'Mara Ilves')
    await view.user.type(screen.getByLabelText(/Feedback/), 'Good')
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText(new AppError('submission_not_found').message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Feedback/).value).toBe('Good')
  })

  it('shows what another admin has returned meanwhile, and grades it again only after that', async () => {
    let work = buildWork()
    const graded_date = '2026-11-13T09:00:00.000Z'
    const view = await showSubmissions([], {
      getSubmissions: () => ({ msg: [work], nextPage: null }),
      gradeSubmission: (input) => {
        if (input.graded_date === graded_date) return { msg: 'The work was accepted' }
        work = buildWork({ status: 'returned', feedback: 'Find it', graded_date })
        throw new AppError('changed_meanwhile')
      },
    })
    await open(view, 'Mara Ilves')
    await view.user.type(screen.getByLabelText(/Feedback/), 'Good')
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    await screen.findByText('This work was returned meanwhile: Find it')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Feedback/).value).toBe('Good')
    await view.user.click(screen.getByRole('button', { name: 'Accept' }))
    await screen.findByText('The work was accepted')
    expect(view.grades()).toMatchObject([{ graded_date: null }, { graded_date }])
  })

  it('leads from older work to the newest, which alone is graded', async () => {
    const works = [
      buildWork({ status: 'returned', feedback: 'Find it', latest_id: 2 }),
      buildWork({ submission_id: 2 }),
    ]
    const { user } = await showSubmissions(works, {}, '?submission=1')
    expect(screen.getByText('Find it')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open the newest' }))
    expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy()
  })

  it('opens from its address when the list does not have it', async () => {
    await showSubmissions(WORKS, {}, '?submission=3&type=Waiting')
    expect(await screen.findByText('Well done')).toBeTruthy()
  })

  it('shows accepted work with its feedback and without a form', async () => {
    await showSubmissions(WORKS, {}, '?submission=3')
    expect(screen.getByText('Well done')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})
