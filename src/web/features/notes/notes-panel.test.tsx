import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { buildCourse, buildLesson, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

afterEach(() => localStorage.clear())

const buildNote = (note_id: number, values: Partial<Note> = {}): Note => ({
  ...{ note_id, material_id: 901, seconds: 192, text: `Note ${note_id}`, created_date: '2026-11-22T00:00:00.000Z' },
  ...values,
})

const LESSONS = [buildLesson({ material_id: 901, title: 'Joins' }), buildLesson({ material_id: 902, title: 'Indexes' })]

/** The course page of a student, with a server that keeps notes. */
async function showNotes(stored: Note[] = [], mocks: CallMocks = {}, enrolled = true) {
  let notes = stored
  let lastId = 100
  const view = renderScreen('/student/CoursePage/41-DatabaseManagement', {
    ...mockSignedIn(),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => ({
      msg: {
        msg: { course: buildCourse({ enrolled }), sections: [], materials: LESSONS, completed: [] },
        enrolled,
      },
    }),
    getNotes: () => ({ msg: notes }),
    addNote: ({ material_id, seconds, text }) => {
      const note = buildNote(++lastId, { material_id: Number(material_id), seconds, text })
      notes = [...notes, note]
      return { msg: note }
    },
    updateNote: ({ note_id, text }) => {
      notes = notes.map((note) => (note.note_id === Number(note_id) ? { ...note, text } : note))
      return { msg: buildNote(Number(note_id), { text }) }
    },
    deleteNote: ({ note_id }) => {
      notes = notes.filter((note) => note.note_id !== Number(note_id))
      return { msg: 'The note was deleted' }
    },
    ...mocks,
  })
  await screen.findByRole('button', { name: 'Play' })
  const seek = (seconds: number) => {
    const video = document.querySelector('video')
    if (video) video.currentTime = seconds
    video?.dispatchEvent(new Event('timeupdate'))
  }
  return { ...view, seek, getStored: () => notes }
}

const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /note/i })
const open = async (user: Awaited<ReturnType<typeof showNotes>>['user']) => {
  await user.click(screen.getByRole('tab', { name: 'Notes' }))
  return findField()
}

test('N opens the notes at the moment of the video, and Ctrl+Enter saves', async () => {
  const { user, seek, calls } = await showNotes()
  seek(192.6)
  await user.keyboard('n')
  const field = await screen.findByRole('textbox', { name: 'Note at 3:12' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  seek(300)
  await user.keyboard('No way{Control>}{Enter}{/Control}')
  await screen.findByRole('button', { name: 'Go to 3:12' })
  expect(calls.find(({ name }) => name === 'addNote')?.input).toEqual({
    material_id: 901,
    seconds: 192,
    text: 'No way',
  })
  expect((field as HTMLTextAreaElement).value).toBe('')
})

test('N types a letter where the student writes', async () => {
  const { user } = await showNotes()
  const field = await open(user)
  await user.type(field, 'nn')
  expect(field.value).toBe('nn')
})

test('a note shows at once, and its text comes back when it cannot be saved', async () => {
  spyOnConsoleError()
  let fail = () => {}
  const { user } = await showNotes([], {
    addNote: () => new Promise((_, reject) => (fail = () => reject(new AppError('too_often')))),
  })
  const field = await open(user)
  await user.type(field, 'A thought')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  within(await screen.findByRole('region', { name: 'Notes: Joins' })).getByText('Saving…')
  expect(field.value).toBe('')
  fail()
  expect((await screen.findByText(/Couldn't save the note/)).textContent).toContain('Too many requests')
  expect(field.value).toBe('A thought')
  expect(screen.queryByText('Saving…')).toBeNull()
})

test('a draft survives another lesson and a reload, each lesson its own', async () => {
  const first = await showNotes()
  first.seek(8)
  await first.user.type(await open(first.user), 'Half a thought')
  await first.router.navigate('?lesson=902')
  await waitFor(async () => expect((await findField()).value).toBe(''))
  await first.router.navigate('?lesson=901')
  await waitFor(async () => expect((await findField()).value).toBe('Half a thought'))
  document.body.innerHTML = ''
  const second = await showNotes()
  const field = await open(second.user)
  expect(field.value).toBe('Half a thought')
  screen.getByText('Note at 0:08')
  await second.user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('note-draft:'))).toEqual([]))
})

test('a note whose answer never arrived is not offered again as a draft', async () => {
  localStorage.setItem(`note-draft:${buildUser().student_id}:901`, JSON.stringify({ seconds: 8, text: 'Only mine' }))
  localStorage.setItem(`note-draft:${buildUser().student_id}:902`, JSON.stringify({ seconds: 8, text: 'Only mine' }))
  const { user, router } = await showNotes([buildNote(1, { seconds: 8, text: 'Only mine' })])
  const field = await open(user)
  await screen.findByRole('button', { name: 'Go to 0:08' })
  await waitFor(() => expect(field.value).toBe(''))
  await router.navigate('?lesson=902')
  await waitFor(async () => expect((await findField()).value).toBe('Only mine'))
})

test('a click on the moment goes there, also in another lesson', async () => {
  const { user, router } = await showNotes([
    buildNote(1, { seconds: 12 }),
    buildNote(2, { material_id: 902, seconds: 35.5 }),
  ])
  await open(user)
  await user.click(await screen.findByRole('button', { name: 'Go to 0:12' }))
  expect(document.querySelector('video')?.currentTime).toBe(12)
  expect(screen.queryByText('Note 2')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all notes (2)' }))
  await user.click(screen.getByRole('button', { name: 'Go to 0:35' }))
  expect(router.state.location.search).toContain('lesson=902')
  await waitFor(() => expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('Indexes'))
})

test('a note is changed in place, and a change that cannot be saved stays in the field', async () => {
  spyOnConsoleError()
  let isDown = true
  const { user, calls } = await showNotes([buildNote(1)], {
    updateNote: ({ note_id, text }) => {
      if (isDown) throw new AppError('connection')
      return { msg: buildNote(Number(note_id), { text }) }
    },
    getNotes: () => ({ msg: [buildNote(1, { text: isDown ? 'Note 1' : 'Note 1!' })] }),
  })
  await open(user)
  const findEdit = () => screen.findByRole('button', { name: 'Edit note at 3:12' })
  await user.click(await findEdit())
  await user.type(screen.getByRole('textbox', { name: 'Edit note at 3:12' }), ' better{Escape}')
  screen.getByText('Note 1')
  expect(document.activeElement).toBe(await findEdit())
  expect(calls.some(({ name }) => name === 'updateNote')).toBe(false)
  await user.click(await findEdit())
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit note at 3:12' })
  await user.type(field, '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Couldn't save the change/)
  expect(field.isConnected && field.value).toBe('Note 1!')
  isDown = false
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const edit = await findEdit()
  screen.getByText('Note 1!')
  expect(document.activeElement).toBe(edit)
})

test('a note that cannot be saved keeps its text beside one that was begun meanwhile', async () => {
  spyOnConsoleError()
  let fail = () => {}
  const { user } = await showNotes([], {
    addNote: () => new Promise((_, reject) => (fail = () => reject(new AppError('too_often')))),
  })
  const field = await open(user)
  await user.type(field, 'First')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await user.type(field, 'Second')
  fail()
  await screen.findByText(/Couldn't save the note/)
  expect(field.value).toBe('First\n\nSecond')
})

test('a deleted note can still be brought back after a failed try', async () => {
  spyOnConsoleError()
  let isDown = true
  const { user } = await showNotes([buildNote(1, { text: 'Keep me' })], {
    getNotes: () => ({ msg: isDown ? [] : [buildNote(2, { text: 'Keep me' })] }),
    addNote: () => {
      if (isDown) throw new AppError('connection')
      return { msg: buildNote(2, { text: 'Keep me' }) }
    },
  })
  isDown = false
  await open(user)
  await user.click(await screen.findByRole('button', { name: 'Delete note at 3:12' }))
  isDown = true
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText(/Couldn't save the change/)
  isDown = false
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Keep me')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Notes' }))
})

test('a deleted note can be brought back', async () => {
  const { user, getStored } = await showNotes([buildNote(1, { text: 'Keep me' })])
  await open(user)
  await user.click(await screen.findByRole('button', { name: 'Delete note at 3:12' }))
  expect(screen.queryByText('Keep me')).toBeNull()
  await waitFor(() => expect(getStored()).toEqual([]))
  const undo = screen.getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  await user.click(undo)
  await screen.findByText('Keep me')
  await waitFor(() => expect(getStored().map(({ seconds, text }) => [seconds, text])).toEqual([[192, 'Keep me']]))
})

test('N leaves full screen, which does not show the notes', async () => {
  const { user } = await showNotes()
  const leave = vi.fn<() => void>()
  const fullScreen = {
    fullscreenElement: { value: document.body, configurable: true },
    exitFullscreen: { value: async () => leave(), configurable: true },
  }
  Object.defineProperties(document, fullScreen)
  try {
    await user.keyboard('n')
    await waitFor(async () => expect(document.activeElement).toBe(await findField()))
    expect(leave).toHaveBeenCalledOnce()
  } finally {
    for (const name of Object.keys(fullScreen)) Reflect.deleteProperty(document, name)
  }
})

test('single letters can be turned off, and on again', async () => {
  const { user } = await showNotes()
  const pressNoteKey = async (isOn: boolean) => {
    // The player has the button too.
    const tools = screen.getByRole('tablist').parentElement as HTMLElement
    await user.click(within(tools).getByRole('button', { name: 'Keyboard shortcuts' }))
    await user.click(screen.getByRole('switch', { name: 'Single-letter shortcuts', checked: !isOn }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.keyboard('n')
    return screen.getByRole('tab', { name: 'Notes' }).ariaSelected
  }
  expect(await pressNoteKey(false)).toBe('false')
  expect(await pressNoteKey(true)).toBe('true')
})

test('notes are neither offered nor asked for without the course', async () => {
  const { user, calls } = await showNotes([], {}, false)
  expect(screen.queryByRole('tab', { name: 'Notes' })).toBeNull()
  await user.keyboard('n')
  expect(calls.some(({ name }) => name === 'getNotes')).toBe(false)
})

test('an error of the list has a way on', async () => {
  spyOnConsoleError()
  let isDown = true
  const { user } = await showNotes([], {
    getNotes: () => {
      if (isDown) throw new AppError('internal')
      return { msg: [buildNote(1)] }
    },
  })
  await open(user)
  await screen.findByText('We couldn’t load your notes.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Note 1')
})
