import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from '#web/features/post-editor/colors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/blogs/blogs-screen.tsx'
import './edit-blog-screen.tsx'
import '#web/features/post-editor/quill-editor.tsx'

const LOADED: BlogForm = {
  blog: {
    blog_id: 51,
    title: 'On lamps',
    subtitle: 'Said shortly',
    content: '<p>Said at length</p>',
    image_url: '',
    created_date: '2026-11-01T09:30:00.000Z',
    public: true,
  },
  version: 3,
}

beforeEach(() => localStorage.clear())

/** The form over a server that saves and versions the post as the real one does. */
function showForm(address: string, mocks: CallMocks = {}) {
  const added: CallInput<'addBlog'>[] = []
  const updated: CallInput<'updateBlog'>[] = []
  const view = renderScreen(address, {
    ...mockSignedIn({ role: 'admin', student_id: 3, email: 'ada@mail.example' }),
    getBlogForm: () => ({ msg: LOADED }),
    getBlogsAdmin: () => ({ msg: [], nextPage: null }),
    addBlog: (input) => {
      added.push(input)
      return { msg: { id: 51, msg: 'The post was added', version: 1 } }
    },
    updateBlog: (input) => {
      updated.push(input)
      return { msg: { id: 51, msg: 'The post was saved', version: LOADED.version + updated.length } }
    },
    handleUploads: () => ({ msg: { image_url: 'x.webp' } }),
    addContentPicture: () => ({ msg: { image_url: `${'a'.repeat(32)}.webp` } }),
    ...mocks,
  })
  return { ...view, added, updated }
}

const EDIT_PATH = '/dashboard/blogs/edit/51'
const findEditor = () => screen.findByRole('textbox', { name: 'Content' })
const findTitle = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
const createPng = (name = 'lamp.png') => new File([new Uint8Array(8)], name, { type: 'image/png' })
const clickEdit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'EDIT' }))

async function findLoadedEditor() {
  const editor = await findEditor()
  await waitFor(() => expect(editor.innerHTML).toBe('<p>Said at length</p>'))
  return editor
}

async function replaceTitle(user: UserEvent, title: string) {
  await user.clear(await findTitle())
  await user.type(await findTitle(), title)
}

/** jsdom can't type into contenteditable elements; Quill notices the changed document either way. */
async function write(html: string) {
  const editor = await findEditor()
  await act(async () => {
    editor.innerHTML = html
  })
}

test('adds a post and shows the result on the edit screen', async () => {
  const { user, added } = showForm('/dashboard/blogs/add')
  await screen.findByRole('heading', { name: 'Add Blog Details' })
  screen.getByText('Draft', { selector: '[role=status] *' })
  await user.type(screen.getByPlaceholderText('Blog Title Here'), 'On lanterns')
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), 'Shortly')
  await write('<p>At <strong>length</strong></p>')
  await user.click(screen.getByRole('button', { name: 'ADD' }))
  await screen.findByRole('heading', { name: 'Edit Blog Details' })
  expect((await screen.findByText('The post was added')).closest('[role=status]')).not.toBeNull()
  expect(added).toEqual([
    {
      title: 'On lanterns',
      subtitle: 'Shortly',
      content: '<p>At <strong>length</strong></p>',
      public: false,
      admin_id: 3,
      role: 'admin',
      email: 'ada@mail.example',
    },
  ])
})

test('leads nobody to a new post who has left its form, emptied again, before it was saved', async () => {
  let answer = () => {}
  const { user, router, calls } = showForm('/dashboard/blogs/add', {
    addBlog: () =>
      new Promise((resolve) => {
        answer = () => resolve({ msg: { id: 51, msg: 'The post was added', version: 1 } })
      }),
  })
  await user.type(await screen.findByPlaceholderText('Blog Title Here'), 'On lanterns')
  await user.click(screen.getByRole('button', { name: 'ADD' }))
  await user.clear(await findTitle())
  await user.click(screen.getByRole('link', { name: 'Back to blogs' }))
  await screen.findByRole('heading', { name: 'Blog Panel' })
  const countLists = () => calls.filter(({ name }) => name === 'getBlogsAdmin').length
  const before = countLists()
  answer()
  await waitFor(() => expect(countLists()).toBeGreaterThan(before))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(router.state.location.pathname).toBe('/dashboard/blogs')
})

test('offers light colors alone for highlights, and no black or white for text', async () => {
  showForm('/dashboard/blogs/add')
  await screen.findByRole('button', { name: 'Highlight color' })
  const getColors = (format: string) =>
    [...document.querySelectorAll(`.ql-${format} .ql-picker-item`)].map((item) => item.getAttribute('aria-label'))
  expect(getColors('background')).toEqual(['Default color', ...Object.values(HIGHLIGHT_COLORS)])
  expect(getColors('color')).toEqual(['Default color', ...Object.values(TEXT_COLORS)])
})

test('sends an empty form and shows the server’s error', async () => {
  const { user } = showForm('/dashboard/blogs/add', {
    addBlog: () => {
      throw new AppError('invalid_input', { text: 'Title is required' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'ADD' }))
  expect((await screen.findByText('Title is required')).closest('[role=alert]')).not.toBeNull()
})

test('shows LOADING ... on the button during a save', async () => {
  const { user } = showForm('/dashboard/blogs/add', { addBlog: () => new Promise(() => {}) })
  await user.click(await screen.findByRole('button', { name: 'ADD' }))
  expect((await screen.findByRole('button', { name: 'LOADING ...' })).textContent).toBe('LOADING ... ')
})

test('saves the loaded post with its version, and the next time with the version that the save answered', async () => {
  const { user, updated, calls } = showForm(EDIT_PATH)
  await screen.findByRole('heading', { name: 'Edit Blog Details' })
  expect(calls.find(({ name }) => name === 'getBlogForm')?.input).toEqual({ blog_id: 51 })
  await findLoadedEditor()
  await replaceTitle(user, 'On lanterns')
  await user.click(screen.getByRole('switch', { name: /Public/ }))
  await clickEdit(user)
  await screen.findByText('The post was saved')
  expect(updated).toEqual([
    {
      blog_id: 51,
      version: 3,
      title: 'On lanterns',
      subtitle: 'Said shortly',
      content: '<p>Said at length</p>',
      public: false,
      admin_id: 3,
      role: 'admin',
      email: 'ada@mail.example',
      image_url: '',
      created_date: '2026-11-01T09:30:00.000Z',
    },
  ])
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Public/ }).checked).toBe(false)
  await clickEdit(user)
  await waitFor(() => expect(updated.at(-1)?.version).toBe(4))
})

test('keeps text typed during a save, and saves it next', async () => {
  let answer = () => {}
  const sent: CallInput<'updateBlog'>[] = []
  const { user } = showForm(EDIT_PATH, {
    updateBlog: (input) =>
      new Promise((resolve) => {
        sent.push(input)
        answer = () => resolve({ msg: { id: 51, msg: 'The post was saved', version: 3 + sent.length } })
      }),
  })
  await findLoadedEditor()
  await replaceTitle(user, 'First')
  await clickEdit(user)
  await screen.findByRole('button', { name: 'LOADING ...' })
  await user.type(await findTitle(), ' and second')
  await write('<p>Written during the save</p>')
  answer()
  await screen.findByText('The post was saved')
  expect((await findTitle()).value).toBe('First and second')
  expect((await findEditor()).innerHTML).toBe('<p>Written during the save</p>')
  await clickEdit(user)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ title: 'First and second', content: '<p>Written during the save</p>', version: 4 })
})

test('uploads the selected picture after the save', async () => {
  const { user, calls } = showForm(EDIT_PATH)
  await user.upload(await screen.findByLabelText('Picture file'), createPng())
  await screen.findByRole('img', { name: 'Selected cover' })
  await clickEdit(user)
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Selected cover' })).toBeNull())
  const saves = calls.filter(({ name }) => name === 'updateBlog' || name === 'handleUploads')
  expect(saves.map(({ name }) => name)).toEqual(['updateBlog', 'handleUploads'])
  expect(saves[1]?.input).toMatchObject({ id: '51' })
})

test('uploads a pasted picture and inserts it by its URL', async () => {
  const { calls } = showForm(EDIT_PATH)
  const editor = await findLoadedEditor()
  const data = { files: [createPng()], types: ['Files'], getData: () => '' }
  await act(async () => {
    fireEvent.paste(editor, { clipboardData: data })
  })
  await waitFor(() => expect(editor.innerHTML).toContain(`<img src="/uploads/${'a'.repeat(32)}.webp" alt="">`))
  expect(calls.filter(({ name }) => name === 'addContentPicture')).toHaveLength(1)
})

test('refuses to save, and asks before the form is left, while a pasted picture is uploading', async () => {
  let finishUpload = () => {}
  const { user, router, updated } = showForm(EDIT_PATH, {
    addContentPicture: () =>
      new Promise((resolve) => {
        finishUpload = () => resolve({ msg: { image_url: `${'a'.repeat(32)}.webp` } })
      }),
  })
  const editor = await findLoadedEditor()
  fireEvent.paste(editor, { clipboardData: { files: [createPng()], types: ['Files'], getData: () => '' } })
  await clickEdit(user)
  await screen.findByText('A picture is still uploading. Wait for it to finish.')
  await act(() => router.navigate('/dashboard/blogs'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(updated).toHaveLength(0)
  finishUpload()
  await waitFor(() => expect(screen.queryByText(/^A picture is still uploading/)).toBeNull())
  await clickEdit(user)
  await waitFor(() => expect(updated[0]?.content).toContain('<img'))
})

test('blanks image sources other than http, https and data, and drops indents above 8', async () => {
  const content = [
    'javascript:alert(1)',
    'ftp://a.example/x.png',
    'https://a.example/x.png',
    'data:image/png;base64,AA==',
  ]
    .map((src) => `<p><img src="${src}"></p>`)
    .join('')
  const indents = [1, 8, 9].map((n) => `<p class="ql-indent-${n}">i</p>`).join('')
  showForm(EDIT_PATH, {
    getBlogForm: () => ({ msg: { ...LOADED, blog: { ...LOADED.blog, content: content + indents } } }),
  })
  const editor = await findEditor()
  await waitFor(() => expect(editor.querySelectorAll('img')).toHaveLength(4))
  expect([...editor.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '//:0',
    '//:0',
    'https://a.example/x.png',
    'data:image/png;base64,AA==',
  ])
  expect([...editor.querySelectorAll('[class^=ql-indent]')].map(({ className }) => className)).toEqual([
    'ql-indent-1',
    'ql-indent-8',
  ])
})

test('refuses a pasted picture that pages do not show, says so at once, and removes it', async () => {
  const { user, updated } = showForm(EDIT_PATH)
  const editor = await findLoadedEditor()
  const html =
    '<p>Before <img src="http://a.example/x.png"> after</p><p><img src="//a.example/y.png"><img src="data:image/svg+xml;base64,AA=="></p><p><img src="https://a.example/z.png"></p>'
  const data = { files: [], types: ['text/html'], getData: (type: string) => (type === 'text/html' ? html : '') }
  await act(async () => {
    fireEvent.paste(editor, { clipboardData: data })
  })
  await screen.findByText(/^3 pictures can’t be shown/)
  const getSources = () => [...editor.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(getSources()).toEqual(['//:0', '//:0', '//:0', 'https://a.example/z.png'])
  await user.click(screen.getByRole('button', { name: 'Remove pictures that can’t be shown' }))
  expect(getSources()).toEqual(['https://a.example/z.png'])
  expect(screen.queryByText(/can’t be shown/)).toBeNull()
  await clickEdit(user)
  await screen.findByText('The post was saved')
  expect(updated[0]?.content).not.toContain('//:0')
})

test('says that a stored picture is not shown when the post is opened', async () => {
  showForm(EDIT_PATH, {
    getBlogForm: () => ({
      msg: { ...LOADED, blog: { ...LOADED.blog, content: '<p><img src="http://a.example/x.png"></p>' } },
    }),
  })
  await screen.findByText(/^1 picture can’t be shown/)
})

test('lets the second of two admins load the other’s save or overwrite it', async () => {
  let latest = 4
  const { user, updated } = showForm(EDIT_PATH, {
    updateBlog: (input) => {
      updated.push(input)
      if (input.version !== latest) throw new AppError('changed_meanwhile')
      return { msg: { id: 51, msg: 'The post was saved', version: latest + 1 } }
    },
    getBlogForm: () => ({
      msg: updated.length === 0 ? LOADED : { blog: { ...LOADED.blog, title: 'Theirs' }, version: latest },
    }),
  })
  await replaceTitle(user, 'Mine')
  await clickEdit(user)
  await screen.findByText('Someone else saved changes while you were editing.')
  expect((await findTitle()).value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Load latest' }))
  await user.click(screen.getByRole('button', { name: 'Discard my changes' }))
  await waitFor(async () => expect((await findTitle()).value).toBe('Theirs'))
  latest = 5
  await replaceTitle(user, 'Mine again')
  await clickEdit(user)
  await user.click(await screen.findByRole('button', { name: 'Overwrite' }))
  await screen.findByText('The post was saved')
  expect(updated.at(-1)).toMatchObject({ title: 'Mine again', version: 5 })
})

test('offers the unsaved changes again when the session ended during a save', async () => {
  const first = showForm(EDIT_PATH, {
    updateBlog: () => {
      throw new AppError('not_signed_in')
    },
  })
  await findLoadedEditor()
  await first.user.type(await findTitle(), ', and more')
  await write('<p>Longer</p>')
  await clickEdit(first.user)
  await screen.findByText('Your session has ended')
  cleanup()
  const { user, updated } = showForm(EDIT_PATH)
  await screen.findByText(/You have unsaved changes/)
  expect((await findTitle()).value).toBe('On lamps')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(async () => expect((await findTitle()).value).toBe('On lamps, and more'))
  expect((await findEditor()).innerHTML).toBe('<p>Longer</p>')
  await clickEdit(user)
  await screen.findByText('The post was saved')
  expect(updated).toMatchObject([{ title: 'On lamps, and more', content: '<p>Longer</p>', version: 3 }])
})

test('asks before leaving with unsaved changes, and not after they were taken back', async () => {
  const { user } = showForm(EDIT_PATH)
  await findLoadedEditor()
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), '!')
  await user.click(screen.getByRole('link', { name: 'Back to blogs' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByPlaceholderText<HTMLInputElement>('Blog Subtitle').value).toBe('Said shortly!')
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), '{Backspace}')
  await user.click(screen.getByRole('link', { name: 'Back to blogs' }))
  await screen.findByRole('heading', { name: 'Blog Panel' })
})

test('does not count the editor’s own spelling of the saved HTML as a change', async () => {
  const { user } = showForm(EDIT_PATH, {
    getBlogForm: () => ({ msg: { ...LOADED, blog: { ...LOADED.blog, content: '<p><b>Bold</b></p>' } } }),
  })
  const editor = await findEditor()
  await waitFor(() => expect(editor.innerHTML).toBe('<p><strong>Bold</strong></p>'))
  await user.click(screen.getByRole('link', { name: 'Back to blogs' }))
  await screen.findByRole('heading', { name: 'Blog Panel' })
})
