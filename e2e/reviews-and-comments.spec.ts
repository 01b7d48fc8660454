import type { Page } from '@playwright/test'
import { ADMIN, signIn, signInAsNewStudent } from './users.ts'
import { expect, test } from './fixtures.ts'

const HTML = '<img src=x onerror=alert(1)><b>bold</b>'

/** Goes to a free course as one of its students. */
async function enrollInCourse(page: Page): Promise<void> {
  const { msg } = await (await page.request.post('/api/getCourses', { data: { page: 1, select_data: 'Free' } })).json()
  expect((await page.request.put('/api/enrollCourse', { data: { course_id: msg[0].course_id } })).ok()).toBe(true)
  await page.goto(`/student/CoursePage/${msg[0].course_id}-course`)
}

/** By its title: other tests publish posts of their own meanwhile. */
async function demoPost(page: Page, title: string): Promise<string> {
  const { msg } = await (await page.request.post('/api/getBlogData', { data: { page: 1 } })).json()
  return `/student/blog/${msg.find((post: { title: string }) => post.title === title).blog_id}-post`
}

test('a student reviews a course, changes the review and removes it', async ({ page, consoleErrors, isMobile }) => {
  await signInAsNewStudent(page, 'Nia')
  await enrollInCourse(page)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const own = reviews.getByRole('region', { name: 'Your review' })
  await expect(reviews.getByRole('radio', { name: /^1 star/ })).toBeChecked()

  if (isMobile) await reviews.getByRole('radio', { name: /^4 stars/ }).click()
  else {
    await reviews.getByRole('radio', { name: /^1 star/ }).focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  }
  await expect(reviews.getByRole('radio', { name: /^4 stars/ })).toBeChecked()
  await reviews.getByRole('textbox', { name: 'Your review' }).fill(`Clear and short. ${HTML}`)
  await reviews.getByRole('button', { name: 'Add review' }).click()
  await expect(own.getByText(`Clear and short. ${HTML}`)).toBeVisible()
  await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()
  await expect(reviews.getByRole('button', { name: 'Add review' })).toBeHidden()

  await own.getByRole('button', { name: 'Edit your review' }).click()
  await reviews.getByRole('textbox', { name: 'Your review' }).fill('Clear, short, and better the second time.')
  await reviews.getByRole('radio', { name: /^5 stars/ }).click()
  await reviews.getByRole('button', { name: 'Save review' }).click()
  await expect(own.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible()
  await page.reload()
  await expect(own.getByText('Clear, short, and better the second time.')).toBeVisible()

  await own.getByRole('button', { name: 'Remove your review' }).click()
  await own.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(reviews.getByRole('button', { name: 'Add review' })).toBeVisible()
  await expect(reviews.getByRole('textbox', { name: 'Your review' })).toHaveValue('')
  await expect(reviews.getByRole('radio', { name: /^1 star/ })).toBeChecked()
  await expect(reviews.getByText('better the second time')).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('a student comments on a post, a visitor reads it and is asked to sign in, and the student removes it', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signInAsNewStudent(page, 'Ada')
  const post = await demoPost(page, 'Keeping on with a course that has no bell')
  await page.goto(post)
  const text = `I read this twice, ${Date.now()}. ${HTML}`
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Add comment' }).click()
  await expect(comments.getByText('Enter a comment')).toBeVisible()
  await comments.getByLabel('Your comment').fill(`  ${text}  `)
  await comments.getByRole('button', { name: 'Add comment' }).click()
  const written = comments.getByRole('article').filter({ hasText: text })
  await expect(written).toBeVisible()
  await expect(comments.getByLabel('Your comment')).toHaveValue('')

  const visitor = await browser.newPage()
  const seen = visitor.getByRole('region', { name: 'Comments' })
  await visitor.goto(post)
  await expect(seen.getByText(text)).toBeVisible()
  await expect(seen.getByRole('textbox')).toBeHidden()
  await seen.getByRole('link', { name: 'Log in' }).click()
  await expect(visitor).toHaveURL('/login')
  await visitor.close()

  await written.getByRole('button', { name: 'Remove the comment by Ada' }).click()
  await written.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(written).toBeHidden()
  // It goes before the server has answered.
  await expect(comments.getByText('Comment removed.')).toBeAttached()
  await page.reload()
  await expect(comments).toBeVisible()
  await expect(written).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('an admin removes a comment from a post after asking; one that is refused is back', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const post = { title: `Commented ${Date.now()}`, subtitle: '', content: '<p>Said at length</p>' }
  const { id } = (await (await page.request.post('/api/addBlog', { data: post })).json()).msg
  const student = await (await browser.newContext()).newPage()
  await signInAsNewStudent(student, 'Lea')
  for (const comment_text of ['Buy my watches', 'Well said'])
    expect((await student.request.post('/api/addComment', { data: { blog_id: id, comment_text } })).ok()).toBe(true)
  await student.context().close()
  await page.goto(`/student/blog/${id}-post`)
  await page.waitForLoadState('networkidle')
  const spam = page.getByRole('article').filter({ hasText: 'Buy my watches' }).last()
  const remove = async () => {
    await spam.getByRole('button', { name: 'Remove the comment by Lea' }).click()
    await spam.getByRole('button', { name: 'Yes, remove' }).click()
  }
  await page.route('**/api/deleteComment', (route) => route.abort())
  await remove()
  await expect(spam.getByRole('alert')).toContainText('Error connecting to server')
  await page.unroute('**/api/deleteComment')
  await remove()
  await expect(page.getByText('Buy my watches')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused()
  await expect(page.getByText('Comment removed.')).toBeAttached()
  await page.reload()
  await expect(page.getByText('Well said')).toBeVisible()
  await expect(page.getByText('Buy my watches')).toHaveCount(0)
  await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  expect(consoleErrors.splice(0).filter((complaint) => !/ERR_FAILED|was not removed/.test(complaint))).toEqual([])
})

test('older comments come as one scrolls, to their end', async ({ page, consoleErrors }) => {
  await page.goto(await demoPost(page, 'How to read a query plan without panic'))
  const comments = page.getByRole('region', { name: 'Comments' })
  await expect(comments.getByText('10 comments so far')).toBeAttached()
  await page.keyboard.press('End')
  await expect(comments.getByText('No more comments')).toBeVisible()
  await expect(comments.getByRole('article')).toHaveCount(12)
  expect(consoleErrors).toEqual([])
})
