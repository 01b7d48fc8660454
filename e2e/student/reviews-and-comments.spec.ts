import type { Page } from '@playwright/test'
import { callApi, getFreeCourseId, getPostPath } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const HTML = '<img src=x onerror=alert(1)><b>bold</b>'

async function enrollInFreeCourse(page: Page): Promise<void> {
  const course_id = await getFreeCourseId(page.request)
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id })
  await page.goto(`/student/CoursePage/${course_id}-course`)
}

test('student adds, edits and removes a course review', { tag: '@phone' }, async ({ openStudentPage, isMobile }) => {
  const { page } = await openStudentPage('Nia')
  await enrollInFreeCourse(page)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const ownReview = reviews.getByRole('region', { name: 'Your review' })
  await expect(reviews.getByRole('radio', { name: /^1 star/ })).toBeChecked()

  if (isMobile) await reviews.getByRole('radio', { name: /^4 stars/ }).click()
  else {
    await reviews.getByRole('radio', { name: /^1 star/ }).focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  }
  await expect(reviews.getByRole('radio', { name: /^4 stars/ })).toBeChecked()
  await reviews.getByRole('textbox', { name: 'Your review' }).fill(`Clear and short. ${HTML}`)
  await reviews.getByRole('button', { name: 'Add review' }).click()
  await expect(ownReview.getByText(`Clear and short. ${HTML}`)).toBeVisible()
  await expect(ownReview.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()
  await expect(reviews.getByRole('button', { name: 'Add review' })).toBeHidden()

  await ownReview.getByRole('button', { name: 'Edit your review' }).click()
  await reviews.getByRole('textbox', { name: 'Your review' }).fill('Clear, short, and better the second time.')
  await reviews.getByRole('radio', { name: /^5 stars/ }).click()
  await reviews.getByRole('button', { name: 'Save review' }).click()
  await expect(ownReview.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible()
  await page.reload()
  await expect(ownReview.getByText('Clear, short, and better the second time.')).toBeVisible()

  await ownReview.getByRole('button', { name: 'Remove your review' }).click()
  await ownReview.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(reviews.getByRole('button', { name: 'Add review' })).toBeVisible()
  await expect(reviews.getByRole('textbox', { name: 'Your review' })).toHaveValue('')
  await expect(reviews.getByRole('radio', { name: /^1 star/ })).toBeChecked()
  await expect(reviews.getByText('better the second time')).toBeHidden()
})

test('student adds a comment that visitors can read, and removes it', async ({ page: visitor, openStudentPage }) => {
  const { page } = await openStudentPage('Ada')
  const path = await getPostPath(page.request, 'Keeping on with a course that has no bell')
  await page.goto(path)
  const text = `I read this twice, ${crypto.randomUUID()}. ${HTML}`
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Add comment' }).click()
  await expect(comments.getByText('Enter a comment')).toBeVisible()
  await comments.getByLabel('Your comment').fill(`  ${text}  `)
  await comments.getByRole('button', { name: 'Add comment' }).click()
  const comment = comments.getByRole('article').filter({ hasText: text })
  await expect(comment).toBeVisible()
  await expect(comments.getByLabel('Your comment')).toHaveValue('')

  await visitor.goto(path)
  const visitorComments = visitor.getByRole('region', { name: 'Comments' })
  await expect(visitorComments.getByText(text)).toBeVisible()
  await expect(visitorComments.getByRole('textbox')).toBeHidden()
  const visitorUrl = visitor.url()
  await visitorComments.getByRole('link', { name: 'Log in' }).click()
  await expect(visitor).toHaveURL(`/login?next=${encodeURIComponent(new URL(visitorUrl).pathname)}`)

  await comment.getByRole('button', { name: 'Remove the comment by Ada' }).click()
  await comment.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(comment).toBeHidden()
  // The comment disappears before the server has answered.
  await expect(comments.getByText('Comment removed.')).toBeAttached()
  await page.reload()
  await expect(comments).toBeVisible()
  await expect(comment).toBeHidden()
})

test(
  'admin removes a comment, which reappears when the server fails',
  { tag: '@slow' },
  async ({ adminPage: page, createPost, openStudentPage, expectConsole }) => {
    expectConsole(/ERR_FAILED/, 'the first removal is aborted')
    expectConsole(/was not removed/, 'the specification wants failed removals in the console')
    const { id } = await createPost({ public: true })
    const { page: studentPage } = await openStudentPage('Lea')
    for (const comment_text of ['Buy my watches', 'Well said'])
      await callApi(studentPage.request, 'POST', 'addComment', { blog_id: id, comment_text })
    await page.goto(`/student/blog/${id}-post`)
    const spam = page.getByRole('article').filter({ hasText: 'Buy my watches' }).last()
    const removeSpam = async () => {
      await spam.getByRole('button', { name: 'Remove the comment by Lea' }).click()
      await spam.getByRole('button', { name: 'Yes, remove' }).click()
    }
    await page.route('**/api/deleteComment', (route) => route.abort())
    await removeSpam()
    await expect(spam.getByRole('alert')).toContainText('Error connecting to server')
    await page.unroute('**/api/deleteComment')
    await removeSpam()
    await expect(page.getByText('Buy my watches')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused()
    await expect(page.getByText('The comment was removed')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Well said')).toBeVisible()
    await expect(page.getByText('Buy my watches')).toHaveCount(0)
  },
)

test('earlier comments load on scroll until the last one', { tag: '@slow' }, async ({ page }) => {
  await page.goto(await getPostPath(page.request))
  const comments = page.getByRole('region', { name: 'Comments' })
  await expect(comments.getByText('10 comments so far')).toBeAttached()
  await page.keyboard.press('End')
  await expect(comments.getByText('No more comments')).toBeVisible()
  await expect(comments.getByRole('article')).toHaveCount(12)
})
