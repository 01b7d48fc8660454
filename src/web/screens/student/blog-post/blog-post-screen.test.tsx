import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Comment } from '#contract/schemas/comments.ts'
import { ERRORS } from '#contract/errors.ts'
import { buildComment, buildPost, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { sanitizePost } from '#web/features/rich-text/sanitize-post.ts'

beforeEach(() => localStorage.clear())

const POST_URL = '/student/blog/61-Why%20we%20draw'

/** A post whose comments can be added and removed. */
function showPost({
  comments = [] as Comment[],
  own = [] as number[],
  ...mocks
}: CallMocks & { comments?: Comment[]; own?: number[] } = {}) {
  let stored = comments
  const ids = [...own]
  return renderScreen(POST_URL, {
    getBlogData: ({ blog_id }) => ({ msg: [buildPost({ blog_id: Number(blog_id) })], nextPage: null }),
    getComments: () => ({ msg: stored, nextPage: null }),
    getOwnComments: () => ({ msg: ids }),
    addComment: ({ comment_text }) => {
      const comment = buildComment({ comment_id: 700 + stored.length, comment_text, first_name: 'Mara' })
      stored = [comment, ...stored]
      ids.unshift(comment.comment_id)
      return { msg: comment }
    },
    deleteComment: ({ comment_id }) => {
      stored = stored.filter((comment) => comment.comment_id !== comment_id)
      return { msg: 'The comment was removed' }
    },
    ...mocks,
  })
}

const commentsRegion = () => screen.findByRole('region', { name: 'Comments' })
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })

describe('a post', () => {
  test('shows its title, author, date, subtitle, content and reading time', async () => {
    showPost()
    const title = await screen.findByRole('heading', { level: 1, name: 'Why we draw before we code' })
    expect(title.dir).toBe('auto')
    screen.getByRole('heading', { level: 2, name: 'A drawing has to be complete' })
    screen.getByText('Author Admin')
    screen.getByText('October 5, 2026')
    expect(screen.getByText('A pencil is slow.').dir).toBe('auto')
    screen.getByText(/1 min read/)
  })

  test('has metadata for link previews, search engines and feed readers', async () => {
    showPost({
      getBlogData: () => ({ msg: [buildPost({ image_url: 'fedcba9876543210fedcba9876543210.webp' })], nextPage: null }),
    })
    await screen.findByRole('heading', { level: 1 })
    const meta = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
    await waitFor(() => expect(meta('og:type')).toBe('article'))
    expect(meta('article:published_time')).toBe('2026-10-05T08:00:00.000Z')
    expect(meta('og:image')).toContain('/uploads/fedcba9876543210fedcba9876543210.webp')
    const feeds = [...document.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('type'))
    expect(feeds).toEqual(['application/rss+xml', 'application/atom+xml'])
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
    expect(data).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Why we draw before we code',
      datePublished: '2026-10-05T08:00:00.000Z',
    })
  })

  test('is sanitized in the browser', async () => {
    const content =
      '<p onclick="alert(1)">Text</p><script>alert(1)</script><a href="javascript:alert(1)">x</a><img src="x" onerror="alert(1)">'
    showPost({ getBlogData: () => ({ msg: [buildPost({ content })], nextPage: null }) })
    await screen.findByText('Text')
    const shown = document.querySelector('.post')
    expect(shown?.innerHTML).toBe('<p>Text</p><a>x</a><img>')
  })

  test('shows an error when it does not exist', async () => {
    spyOnConsoleError()
    showPost({
      getBlogData: failWith('blog_not_found'),
    })
    await screen.findByText(ERRORS.blog_not_found[1])
  })
})

test('keeps everything that the editor writes when sanitizing', () => {
  for (const html of [
    '<ol><li data-list="bullet" class="ql-indent-2"><span class="ql-ui" contenteditable="false"></span>One</li></ol>',
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="plain">x &lt; 1</div></div>',
    '<p class="ql-align-center"><span style="color: rgb(230, 0, 0);" class="ql-size-large">red</span>&nbsp;<u>u</u></p>',
    '<p><a href="https://a.example/?x=1&amp;y=2" rel="noopener noreferrer" target="_blank">x</a> <a href="/student/allcourses">y</a></p>',
    '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="A dot" width="30" height="20"></p>',
  ]) {
    expect(sanitizePost(html)).toBe(html)
  }
})

describe('comments', () => {
  test('are readable for visitors, who are asked to log in to comment', async () => {
    showPost({ comments: [buildComment()] })
    const region = within(await commentsRegion())
    expect(region.getByText('Well said.').dir).toBe('auto')
    region.getByText('1 comment')
    region.getByText('No more comments')
    const next = `?next=${encodeURIComponent(POST_URL)}`
    expect(region.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`/login${next}`)
    expect(region.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(`/signup${next}`)
    expect(region.queryByRole('textbox')).toBeNull()
    expect(region.queryByRole('button', { name: /Remove/ })).toBeNull()
  })

  test('are sent trimmed, after which the field is empty and the list refetched', async () => {
    const { user, calls } = showPost({ ...mockSignedIn(), comments: [buildComment()] })
    await commentsRegion()
    await user.type(textField(), '  I agree.  ')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('I agree.')
    expect(calls.find(({ name }) => name === 'addComment')?.input).toEqual({
      blog_id: 61,
      blog_title: buildPost().title,
      comment_text: 'I agree.',
    })
    expect(textField().value).toBe('')
    expect(screen.getByRole('region', { name: 'Comments' }).textContent).toContain('Comment added. 2 comments')
  })

  /** A comment whose answer waits for `finish`. */
  async function startSending() {
    let finish = () => {}
    const shown = showPost({
      ...mockSignedIn(),
      addComment: () =>
        new Promise((resolve) => (finish = () => resolve({ msg: buildComment({ comment_text: 'I agree.' }) }))),
    })
    await commentsRegion()
    await shown.user.type(textField(), 'I agree.')
    await shown.user.click(screen.getByRole('button', { name: 'Add comment' }))
    return { ...shown, finish: () => finish() }
  }

  test('keep what is typed while one is sent', async () => {
    const { finish, user } = await startSending()
    await user.type(textField(), ' And more.')
    finish()
    await screen.findByRole('button', { name: 'Add comment' })
    expect(textField().value).toBe('I agree. And more.')
  })

  test('are being sent still, and are no draft afterwards, when the post is left and opened again', async () => {
    const { finish, user, router, calls } = await startSending()
    await act(() => router.navigate('/student/blog'))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your comment' })).toBeNull())
    await act(() => router.navigate(POST_URL))
    await commentsRegion()
    expect(textField().value).toBe('I agree.')
    await user.click(screen.getByRole('button', { name: 'Loading' }))
    finish()
    await screen.findByRole('button', { name: 'Add comment' })
    expect(textField().value).toBe('')
    expect(calls.filter(({ name }) => name === 'addComment')).toHaveLength(1)
  })

  test('keep what is typed after the post was opened again while one is sent', async () => {
    const { finish, user, router } = await startSending()
    await act(() => router.navigate('/student/blog'))
    await act(() => router.navigate(POST_URL))
    await commentsRegion()
    await user.type(textField(), ' And more.')
    finish()
    await screen.findByRole('button', { name: 'Add comment' })
    expect(textField().value).toBe('I agree. And more.')
    expect(localStorage.getItem('comment-draft:7:61')).toBe('I agree. And more.')
  })

  test('are not sent when blank', async () => {
    const { user, calls } = showPost({ ...mockSignedIn() })
    await commentsRegion()
    await user.type(textField(), ' {Enter} ')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('Enter a comment')
    expect(calls.some(({ name }) => name === 'addComment')).toBe(false)
  })

  test('keep the draft after a failure, which is shown and logged', async () => {
    const consoleError = spyOnConsoleError()
    const { user } = showPost({
      ...mockSignedIn(),
      addComment: failWith('too_often'),
    })
    await commentsRegion()
    await user.type(textField(), 'I agree.')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.too_often[1])
    expect(textField().value).toBe('I agree.')
    expect(consoleError).toHaveBeenCalledWith('The comment was not added:', expect.any(String))
  })

  test('can be removed by their author only', async () => {
    const comments = [
      buildComment({ comment_id: 2, comment_text: 'Mine.', first_name: 'Mara' }),
      buildComment({ comment_id: 1 }),
    ]
    const { user, calls } = showPost({ ...mockSignedIn(), comments, own: [2] })
    const remove = await screen.findByRole('button', { name: 'Remove the comment by Mara' })
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
    await user.click(remove)
    screen.getByRole('group', { name: 'Remove the comment by Mara permanently?' })
    expect(calls.some(({ name }) => name === 'deleteComment')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    await waitFor(() => expect(screen.queryByText('Mine.')).toBeNull())
    expect(calls.find(({ name }) => name === 'deleteComment')?.input).toEqual({ comment_id: 2 })
    screen.getByText('1 comment')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
  })

  test('announce a removal when the refetch is slow', async () => {
    let own = [2]
    let finishRefetch = () => {}
    const refetch = new Promise<void>((resolve) => (finishRefetch = resolve))
    const { user } = showPost({
      ...mockSignedIn(),
      comments: [buildComment({ comment_id: 2, comment_text: 'Mine.' })],
      getOwnComments: async () => {
        if (own.length === 0) await refetch
        return { msg: own }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove the comment by Ken' }))
    own = []
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    await waitFor(() => expect(screen.queryByText('Mine.')).toBeNull())
    finishRefetch()
    await screen.findByText('Comment removed.', { exact: false })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
  })

  test('leave the list at once when an admin removes one', async () => {
    let respond = () => {}
    const { user, calls } = showPost({
      restoreFromTrash: () => ({ msg: 'The comment was restored' }),
      ...mockSignedIn({ role: 'admin' }),
      comments: [buildComment(), buildComment({ comment_id: 2, comment_text: 'Buy my watches.', first_name: 'Lea' })],
      deleteComment: () => new Promise((resolve) => (respond = () => resolve({ msg: 'The comment was removed' }))),
    })
    await commentsRegion()
    expect(screen.getAllByRole('button', { name: /^Remove the comment by/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Remove the comment by Lea' }))
    const question = screen.getByRole('group', { name: 'Remove the comment by Lea?' })
    await user.click(within(question).getByRole('button', { name: 'Yes, remove' }))
    await waitFor(() => expect(screen.queryByText('Buy my watches.')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
    expect(screen.queryByText('The comment was removed')).toBeNull()
    expect(calls.find(({ name }) => name === 'deleteComment')?.input).toEqual({ comment_id: 2 })
    respond()
    await screen.findByText('The comment was removed')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The comment was restored')
    expect(calls.find(({ name }) => name === 'restoreFromTrash')?.input).toEqual({ kind: 'comment', id: 2 })
  })

  test('return to their place with the error when removing fails', async () => {
    const consoleError = spyOnConsoleError()
    const { user } = showPost({
      ...mockSignedIn({ role: 'admin' }),
      comments: [
        buildComment({ comment_id: 3, comment_text: 'Above.' }),
        buildComment({ comment_id: 2, first_name: 'Lea' }),
        buildComment({ comment_id: 1, comment_text: 'Below.' }),
      ],
      deleteComment: failWith('too_often'),
    })
    await commentsRegion()
    await user.click(screen.getByRole('button', { name: 'Remove the comment by Lea' }))
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(ERRORS.too_often[1])
    expect(
      screen
        .getAllByRole('article')
        .slice(-3)
        .map((row) => row.contains(alert)),
    ).toEqual([false, true, false])
    expect(consoleError).toHaveBeenCalledWith('The comment was not removed:', expect.any(String))
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('show an empty state', async () => {
    showPost()
    const region = within(await commentsRegion())
    region.getByText(/Be the first to comment/)
    region.getByText('No more comments')
  })

  test('show a badge for an admin by role, and none for a student with such a name', async () => {
    showPost({
      comments: [
        buildComment({ comment_id: 2, first_name: 'Ada', role: 'admin' }),
        buildComment({ comment_id: 1, first_name: 'Admin' }),
      ],
    })
    const [admin, student] = (await commentsRegion()).querySelectorAll('article')
    expect(within(admin as HTMLElement).getByText('Admin').previousSibling?.textContent).toBe('Ada')
    expect(within(student as HTMLElement).getAllByText('Admin')).toHaveLength(1)
  })

  test('show HTML as text', async () => {
    showPost({ comments: [buildComment({ comment_text: '<script>alert(1)</script>' })] })
    await screen.findByText('<script>alert(1)</script>')
  })

  describe('that were not sent', () => {
    const DRAFT = 'A third reason: it is fun'
    const mocks = mockSignedIn()

    test('come back after navigation, and on no other post', async () => {
      const { user, router } = showPost(mocks)
      await commentsRegion()
      await user.type(textField(), DRAFT)
      await router.navigate('/student/blog/62-Another')
      await waitFor(() => expect(textField().value).toBe(''))
      await router.navigate(POST_URL)
      await waitFor(() => expect(textField().value).toBe(DRAFT))
      cleanup()
      showPost(mocks)
      await commentsRegion()
      expect(textField().value).toBe(DRAFT)
    })

    test('stay with their user', async () => {
      const { user } = showPost(mocks)
      await commentsRegion()
      await user.type(textField(), DRAFT)
      cleanup()
      showPost(mockSignedIn({ student_id: 70 }))
      await commentsRegion()
      expect(textField().value).toBe('')
    })

    test('are kept after a failure and forgotten after a success', async () => {
      spyOnConsoleError()
      let isFailing = true
      const { user } = showPost({
        ...mocks,
        addComment: ({ comment_text }) =>
          isFailing ? failWith('too_often')() : { msg: buildComment({ comment_text }) },
      })
      await commentsRegion()
      await user.type(textField(), DRAFT)
      await user.click(screen.getByRole('button', { name: 'Add comment' }))
      await screen.findByRole('alert')
      expect(Object.values(localStorage)).toEqual([DRAFT])
      isFailing = false
      await user.click(screen.getByRole('button', { name: 'Add comment' }))
      // Even when the user has left before the answer.
      cleanup()
      await waitFor(() => expect(localStorage).toHaveLength(0))
    })
  })
})
