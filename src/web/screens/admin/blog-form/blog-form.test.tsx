import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlogForm } from '#contract/schemas/blog-form.ts'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

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
afterEach(cleanup)

/** The form over a server that keeps what it is sent. */
function showForm(address: string, network: CallMocks = {}) {
  const added: CallInput<'addBlog'>[] = []
  const updated: CallInput<'updateBlog'>[] = []
  const shown = renderScreen(address, {
    ...mockSignedIn({ role: 'admin', student_id: 3, email: 'ada@mail.example' }),
    getBlogForm: () => ({ msg: LOADED }),
    getBlogsAdmin: () => ({ msg: [], nextPage: null }),
    addBlog: (input) => {
      added.push(input)
      return { msg: { id: 51, msg: 'The post is added' } }
    },
    updateBlog: (input) => {
      updated.push(input)
      return { msg: { id: 51, msg: 'The post is saved' } }
    },
    handleUploads: () => ({ msg: { image_url: 'x.webp' } }),
    addContentPicture: () => ({ msg: { image_url: `${'a'.repeat(32)}.webp` } }),
    ...network,
  })
  return { ...shown, added, updated }
}

const editor = () => screen.findByRole('textbox', { name: 'Content' })
const png = (name = 'lamp.png') => new File([new Uint8Array(8)], name, { type: 'image/png' })

/** What a browser does when somebody types into the editor. */
async function write(html: string) {
  const root = await editor()
  await act(async () => {
    root.innerHTML = html
  })
}

test('a post is added with its fields, and goes on as one that is edited, saying so', async () => {
  const { user, added, router } = showForm('/dashboard/blogs/add')
  await screen.findByRole('heading', { name: 'Add Blog Details' })
  await user.type(screen.getByPlaceholderText('Blog Title Here'), 'On lanterns')
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), 'Shortly')
  await write('<p>At <strong>length</strong></p>')
  await user.click(screen.getByRole('button', { name: 'ADD' }))
  await screen.findByRole('heading', { name: 'Edit Blog Details' })
  expect(added).toEqual([
    {
      title: 'On lanterns',
      subtitle: 'Shortly',
      content: '<p>At <strong>length</strong></p>',
      public: true,
      admin_id: 3,
      role: 'admin',
      email: 'ada@mail.example',
    },
  ])
  expect(router.state.location.pathname).toBe('/dashboard/blogs/edit/51')
  expect((await screen.findByText('The post is added')).closest('[role=status]')).toBeTruthy()
})

test('nothing is required here: the server’s refusal is shown as an error', async () => {
  const { user } = showForm('/dashboard/blogs/add', {
    addBlog: () => {
      throw new AppError('invalid_input', { text: 'Title is required' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'ADD' }))
  expect((await screen.findByText('Title is required')).closest('[role=alert]')).toBeTruthy()
})

test('while it is under way the button says LOADING ...', async () => {
  const { user } = showForm('/dashboard/blogs/add', { addBlog: () => new Promise(() => {}) })
  await user.click(await screen.findByRole('button', { name: 'ADD' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'LOADING ...' }).textContent).toBe('LOADING ... '))
})

test('an existing post is loaded by its id, changed and saved with what was loaded and its version', async () => {
  const { user, updated, calls } = showForm('/dashboard/blogs/edit/51')
  await screen.findByRole('heading', { name: 'Edit Blog Details' })
  expect(calls.find(({ name }) => name === 'getBlogForm')?.input).toEqual({ blog_id: 51 })
  await waitFor(async () => expect((await editor()).innerHTML).toBe('<p>Said at length</p>'))
  const title = screen.getByPlaceholderText('Blog Title Here')
  await user.clear(title)
  await user.type(title, 'On lanterns')
  await user.click(screen.getByRole('switch', { name: /Public/ }))
  await user.click(screen.getByRole('button', { name: 'EDIT' }))
  await screen.findByText('The post is saved')
  expect(updated).toEqual([
    {
      ...{
        blog_id: 51,
        version: 3,
        title: 'On lanterns',
        subtitle: 'Said shortly',
        content: '<p>Said at length</p>',
        public: false,
      },
      ...{
        admin_id: 3,
        role: 'admin',
        email: 'ada@mail.example',
        image_url: '',
        created_date: '2026-11-01T09:30:00.000Z',
      },
    },
  ])
  await user.click(screen.getByRole('button', { name: 'EDIT' }))
  await waitFor(() => expect(updated.at(-1)?.version).toBe(4))
})

test('a chosen picture is sent with the id once the rest is saved', async () => {
  const { user, calls } = showForm('/dashboard/blogs/edit/51')
  await user.upload(await screen.findByLabelText('Picture file'), png())
  await screen.findByAltText('The chosen one')
  await user.click(screen.getByRole('button', { name: 'EDIT' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'handleUploads')).toBe(true))
  const names = calls.map(({ name }) => name)
  expect(names.indexOf('updateBlog')).toBeLessThan(names.indexOf('handleUploads'))
  expect(calls.find(({ name }) => name === 'handleUploads')?.input).toMatchObject({ id: '51' })
})

test('a picture in the text is sent, and stands there by its address', async () => {
  const { calls } = showForm('/dashboard/blogs/edit/51')
  const root = await editor()
  await waitFor(() => expect(root.innerHTML).toContain('Said at length'))
  const data = { files: [png()], types: ['Files'], getData: () => '' }
  await act(async () => {
    fireEvent.paste(root, { clipboardData: data })
  })
  await waitFor(() => expect(root.innerHTML).toContain(`<img src="/uploads/${'a'.repeat(32)}.webp">`))
  expect(calls.filter(({ name }) => name === 'addContentPicture')).toHaveLength(1)
})

test('image sources are http, https or data, or nothing; indents go from 1 to 8', async () => {
  const content = [
    'javascript:alert(1)',
    'ftp://a.example/x.png',
    'https://a.example/x.png',
    'data:image/png;base64,AA==',
  ]
    .map((src) => `<p><img src="${src}"></p>`)
    .join('')
  const indents = [1, 8, 9].map((n) => `<p class="ql-indent-${n}">i</p>`).join('')
  showForm('/dashboard/blogs/edit/51', {
    getBlogForm: () => ({ msg: { ...LOADED, blog: { ...LOADED.blog, content: content + indents } } }),
  })
  const root = await editor()
  await waitFor(() => expect(root.querySelectorAll('img')).toHaveLength(4))
  expect([...root.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '//:0',
    '//:0',
    'https://a.example/x.png',
    'data:image/png;base64,AA==',
  ])
  expect([...root.querySelectorAll('[class^=ql-indent]')].map(({ className }) => className)).toEqual([
    'ql-indent-1',
    'ql-indent-8',
  ])
})

test('of two admins the second is told; theirs can be loaded, or mine saved over it', async () => {
  let version = 4
  const { user, updated } = showForm('/dashboard/blogs/edit/51', {
    updateBlog: (input) => {
      updated.push(input)
      if (input.version !== version) throw new AppError('changed_meanwhile')
      return { msg: { id: 51, msg: 'The post is saved' } }
    },
    getBlogForm: () => ({
      msg: updated.length === 0 ? LOADED : { blog: { ...LOADED.blog, title: 'Theirs' }, version },
    }),
  })
  const title = await screen.findByPlaceholderText<HTMLInputElement>('Blog Title Here')
  await user.clear(title)
  await user.type(title, 'Mine')
  await user.click(screen.getByRole('button', { name: 'EDIT' }))
  await screen.findByText('Somebody else has saved this meanwhile')
  expect(title.value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Load theirs' }))
  await user.click(screen.getByRole('button', { name: 'Discard mine' }))
  await waitFor(() => expect(title.value).toBe('Theirs'))
  version = 5
  await user.clear(title)
  await user.type(title, 'Mine again')
  await user.click(screen.getByRole('button', { name: 'EDIT' }))
  await user.click(await screen.findByRole('button', { name: 'Save mine over it' }))
  await screen.findByText('The post is saved')
  expect(updated.at(-1)).toMatchObject({ title: 'Mine again', version: 5 })
})

test('what was written when the session ended is kept, and offered when one comes back', async () => {
  const first = showForm('/dashboard/blogs/edit/51', {
    updateBlog: () => {
      throw new AppError('not_signed_in')
    },
  })
  await first.user.type(await screen.findByPlaceholderText('Blog Title Here'), ', and more')
  await first.user.click(screen.getByRole('button', { name: 'EDIT' }))
  await screen.findByText('Your session has ended')
  cleanup()
  const { user } = showForm('/dashboard/blogs/edit/51')
  await screen.findByText(/You have unsaved changes/)
  const title = screen.getByPlaceholderText<HTMLInputElement>('Blog Title Here')
  expect(title.value).toBe('On lamps')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(title.value).toBe('On lamps, and more'))
})

test('leaving asks first where something was changed, and goes at once where nothing was', async () => {
  const { user, router } = showForm('/dashboard/blogs/edit/51')
  await waitFor(async () => expect((await editor()).innerHTML).toBe('<p>Said at length</p>'))
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), '!')
  await user.click(screen.getByRole('link', { name: 'Back to the blogs' }))
  await screen.findByText('Leave your changes?')
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe('/dashboard/blogs/edit/51')
  await user.type(screen.getByPlaceholderText('Blog Subtitle'), '{Backspace}')
  await user.click(screen.getByRole('link', { name: 'Back to the blogs' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/blogs'))
})
