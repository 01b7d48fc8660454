import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildPost } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

test('shows each post’s author and links to its id and title without slashes', async () => {
  const posts = [buildPost({ blog_id: 9, title: 'On/off: a note' }), buildPost({ blog_id: 8, title: 'Before it' })]
  await showScreen('/student/blog', { getBlogData: () => ({ msg: posts, nextPage: null }) })
  const [first, ...others] = screen.getAllByRole('article')
  expect(others).toHaveLength(1)
  const card = within(first as HTMLElement)
  card.getByText(/Author Admin/)
  expect(card.getByRole('heading').dir).toBe('auto')
  const link = card.getByRole('link', { name: 'Read Now: On/off: a note' })
  expect(link.textContent).toContain('Read Now')
  expect(link.getAttribute('href')).toBe('/student/blog/9-Onoff%3A%20a%20note')
  screen.getByText('No more data')
})

test('shows a post once when it moves to the next page', async () => {
  const page = (number: number) => ({
    msg: [buildPost({ blog_id: 10 - number }), buildPost({ blog_id: 9 - number, title: `Post ${9 - number}` })],
    nextPage: number === 1 ? 2 : null,
  })
  const { user } = await showScreen('/student/blog', {
    getBlogData: (input) => page('page' in input ? Number(input.page) : 1),
  })
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('No more data')
  expect(screen.getAllByRole('article')).toHaveLength(3)
})

test('links to the courses when the blog is empty', async () => {
  await showScreen('/student/blog', { getBlogData: () => ({ msg: [], nextPage: null }) })
  screen.getByText('No Blogs are available')
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'All courses' }).getAttribute('href')).toBe(
    '/student/allcourses',
  )
})

test('has links for feed readers', async () => {
  await showScreen('/student/blog', { getBlogData: () => ({ msg: [buildPost()], nextPage: null }) })
  const feeds = [...document.querySelectorAll('link[rel=alternate]')].map((link) => link.getAttribute('href'))
  expect(feeds).toEqual(['/feed.xml', '/atom.xml'])
})
