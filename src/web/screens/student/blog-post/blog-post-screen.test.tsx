import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Comment } from '#contract/schemas/comments.ts'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { buildComment, buildPost, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { COMMENT_MAX } from './comments/use-comments.ts'
import { sanitizePost } from './sanitize-post.ts'

const ADDRESS = '/student/blog/61-Why%20we%20draw'

/** A post whose comments are kept as the server keeps them. */
function showPost({
  comments = [] as Comment[],
  own = [] as number[],
  ...network
}: CallMocks & { comments?: Comment[]; own?: number[] } = {}) {
  let kept = comments
  const ids = [...own]
  return renderScreen(ADDRESS, {
    getBlogData: () => ({ msg: [buildPost()], nextPage: null }),
    getComments: () => ({ msg: kept, nextPage: null }),
    getOwnComments: () => ({ msg: ids }),
    addComment: ({ comment_text }) => {
      const comment = buildComment({ comment_id: 700 + kept.length, comment_text, first_name: 'Mara' })
      kept = [comment, ...kept]
      ids.unshift(comment.comment_id)
      return { msg: comment }
    },
    deleteComment: ({ comment_id }) => {
      kept = kept.filter((comment) => comment.comment_id !== comment_id)
      return { msg: 'The comment is removed' }
    },
    ...network,
  })
}

const commentsRegion = () => screen.findByRole('region', { name: 'Comments' })
const textField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })

describe('a post', () => {
  test('shows its title, author, day, subtitle and content, and how long it takes to read', async () => {
    showPost()
    await screen.findByRole('heading', { level: 1, name: 'Why we draw before we code' })
    expect(screen.getByRole('heading', { level: 2, name: 'A drawing has to be complete' })).toBeDefined()
    expect(screen.getByText('Author Admin')).toBeDefined()
    expect(screen.getByText('October 5, 2026')).toBeDefined()
    expect(screen.getByText('A pencil is slow.')).toBeDefined()
    expect(screen.getByText(/1 min read/)).toBeDefined()
  })

  test('tells link previews, search engines and feed readers what it is', async () => {
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

  test('is cleaned once more before it is shown', async () => {
    const content =
      '<p onclick="alert(1)">Text</p><script>alert(1)</script><a href="javascript:alert(1)">x</a><img src="x" onerror="alert(1)">'
    showPost({ getBlogData: () => ({ msg: [buildPost({ content })], nextPage: null }) })
    await screen.findByText('Text')
    const shown = document.querySelector('.post')
    expect(shown?.innerHTML).toBe('<p>Text</p><a>x</a><img>')
  })

  test('that is not there says so', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    showPost({
      getBlogData: () => {
        throw new AppError('blog_not_found')
      },
    })
    await screen.findByText('No such blog post')
    log.mockRestore()
  })
})

test('what the editor writes comes through the browser’s cleaning as it is', () => {
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
  test('a visitor reads them and is asked to sign in to write', async () => {
    showPost({ comments: [buildComment()] })
    const region = within(await commentsRegion())
    expect(region.getByText('Well said.')).toBeDefined()
    expect(region.getByText('1 comment')).toBeDefined()
    expect(region.getByText('No more comments')).toBeDefined()
    expect(region.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(region.queryByRole('textbox')).toBeNull()
    expect(region.queryByRole('button', { name: /Remove/ })).toBeNull()
  })

  test('a comment is sent trimmed, the field cleared, and the list fetched anew', async () => {
    const { user, calls } = showPost({ ...mockSignedIn(), comments: [buildComment()] })
    await commentsRegion()
    await user.type(textField(), '  I agree.  ')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('I agree.')
    expect(calls.find(({ name }) => name === 'addComment')?.input).toEqual({ blog_id: 61, comment_text: 'I agree.' })
    expect(textField().value).toBe('')
    expect(screen.getByRole('region', { name: 'Comments' }).textContent).toContain('Your comment is added. 2 comments')
  })

  test('blanks alone are not sent', async () => {
    const { user, calls } = showPost({ ...mockSignedIn() })
    await commentsRegion()
    await user.type(textField(), ' {Enter} ')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await screen.findByText('Write something first')
    expect(calls.some(({ name }) => name === 'addComment')).toBe(false)
  })

  test('a refusal is said at the form and in the console, and keeps what was written', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = showPost({
      ...mockSignedIn(),
      addComment: () => {
        throw new AppError('too_often')
      },
    })
    await commentsRegion()
    await user.type(textField(), 'I agree.')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
    expect(textField().value).toBe('I agree.')
    expect(log).toHaveBeenCalledWith('The comment was not added:', expect.any(String))
    log.mockRestore()
  })

  test('one may remove one’s own and no other', async () => {
    const comments = [
      buildComment({ comment_id: 2, comment_text: 'Mine.', first_name: 'Mara' }),
      buildComment({ comment_id: 1 }),
    ]
    const { user, calls } = showPost({ ...mockSignedIn(), comments, own: [2] })
    const remove = await screen.findByRole('button', { name: 'Remove the comment by Mara' })
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
    await user.click(remove)
    expect(calls.some(({ name }) => name === 'deleteComment')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    await waitFor(() => expect(screen.queryByText('Mine.')).toBeNull())
    expect(calls.find(({ name }) => name === 'deleteComment')?.input).toEqual({ comment_id: 2 })
    expect(screen.getByText('1 comment')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
  })

  test('a removal is said however late one’s own are asked for anew', async () => {
    let own = [2]
    const { user } = showPost({
      ...mockSignedIn(),
      comments: [buildComment({ comment_id: 2, comment_text: 'Mine.' })],
      getOwnComments: async () => {
        if (own.length === 0) await new Promise((resolve) => setTimeout(resolve, 150))
        return { msg: own }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Remove the comment by Ken' }))
    own = []
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    await screen.findByText('The comment is removed.', { exact: false })
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
  })

  test('an admin may remove any: it goes at once, before the server has answered', async () => {
    let answer = () => {}
    const { user, calls } = showPost({
      ...mockSignedIn({ role: 'admin' }),
      comments: [buildComment(), buildComment({ comment_id: 2, comment_text: 'Buy my watches.', first_name: 'Lea' })],
      deleteComment: () => new Promise((resolve) => (answer = () => resolve({ msg: 'The comment is removed' }))),
    })
    await commentsRegion()
    expect(screen.getAllByRole('button', { name: /^Remove the comment by/ })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Remove the comment by Lea' }))
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    await waitFor(() => expect(screen.queryByText('Buy my watches.')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Comments' }))
    expect(screen.queryByText('The comment is removed.', { exact: false })).toBeNull()
    expect(calls.find(({ name }) => name === 'deleteComment')?.input).toEqual({ comment_id: 2 })
    answer()
    await screen.findByText('The comment is removed.', { exact: false })
  })

  test('one that the server does not remove is back in its place, with the reason', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = showPost({
      ...mockSignedIn({ role: 'admin' }),
      comments: [
        buildComment({ comment_id: 3, comment_text: 'Above.' }),
        buildComment({ comment_id: 2, first_name: 'Lea' }),
        buildComment({ comment_id: 1, comment_text: 'Below.' }),
      ],
      deleteComment: () => {
        throw new AppError('too_often')
      },
    })
    await commentsRegion()
    await user.click(screen.getByRole('button', { name: 'Remove the comment by Lea' }))
    await user.click(screen.getByRole('button', { name: 'Yes, remove' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Too many requests')
    expect(
      screen
        .getAllByRole('article')
        .slice(-3)
        .map((row) => row.contains(alert)),
    ).toEqual([false, true, false])
    expect(log).toHaveBeenCalledWith('The comment was not removed:', expect.any(String))
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
    log.mockRestore()
  })

  test('a post without any invites the first', async () => {
    showPost()
    const region = within(await commentsRegion())
    expect(region.getByText(/yours would be the first/)).toBeDefined()
    expect(region.getByText('No more comments')).toBeDefined()
  })

  test('HTML in them is text, and their limit is the server’s', async () => {
    expect(COMMENT_MAX).toBe(LIMITS.comment)
    showPost({ comments: [buildComment({ comment_text: '<script>alert(1)</script>' })] })
    await screen.findByText('<script>alert(1)</script>')
  })
})
