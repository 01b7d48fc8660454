import type { Page } from '@playwright/test'
import { hasNoHorizontalScroll, setInitialTheme, getAxeViolations } from './axe.ts'
import { ADMIN, signIn } from './users.ts'
import { expect, test } from './fixtures.ts'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const format = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
const sortClassNames = (html: string) =>
  html.replace(/(?<=class=")[^"]*/g, (names) => names.split(' ').sort().join(' '))
const createTitle = () => `A post of the tests ${crypto.randomUUID()}`

/** A draft, so that other tests read the blog as it was. */
async function addPost(page: Page, fields: object = {}): Promise<{ id: number; title: string }> {
  const title = createTitle()
  const answer = await page.request.post('/api/addBlog', {
    data: { title, subtitle: 'Said shortly', content: '<p>Said at length</p>', public: false, ...fields },
  })
  return { id: (await answer.json()).msg.id, title }
}

test('a post is written with formats and a picture, read by visitors, changed and deleted', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/blogs')
  await page.getByRole('link', { name: 'Add Blog' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add Blog Details' })).toBeVisible()
  const title = createTitle()
  await page.getByPlaceholder('Blog Title Here').fill(title)
  await page.getByPlaceholder('Blog Subtitle').fill('Shortly')
  await text(page).click()
  await page.keyboard.type('Plain, ')
  await format(page, 'Bold').click()
  await page.keyboard.type('bold')
  await format(page, 'Bold').click()
  await page.keyboard.press('Enter')
  await format(page, 'Bulleted list').click()
  await page.keyboard.type('one')
  const chosen = page.waitForEvent('filechooser')
  await format(page, 'Picture').click()
  await (await chosen).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT })
  await expect(text(page).locator('img')).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.webp$/)
  await page.getByLabel('Picture file').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: DOT })
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page).toHaveURL(/\/dashboard\/blogs\/edit\/\d+$/)
  await expect(page.getByText('The post is added')).toBeVisible()
  const id = page.url().split('/').at(-1)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/student/blog/${id}-post`)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.locator('strong', { hasText: 'bold' })).toBeVisible()
  await expect(visitor.locator('article img[src^="/uploads/"]').last()).toBeVisible()

  await page.reload()
  await expect(text(page).locator('strong')).toHaveText('bold')
  await page.getByPlaceholder('Blog Subtitle').fill('Shorter')
  await page.getByRole('switch', { name: /Public/ }).uncheck()
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('The post is saved')).toBeVisible()
  expect((await visitor.request.post('/api/getBlogData', { data: { blog_id: Number(id) } })).status()).toBe(404)
  await visitor.context().close()

  await page.getByRole('link', { name: 'Back to blogs' }).click()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Draft')
  await row.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted and cannot be undone')
  await page.getByRole('button', { name: 'YES !' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('The post is deleted')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('what the toolbar writes comes back from the server as it was written', async ({
  page,
  isMobile,
  consoleErrors,
}) => {
  test.skip(isMobile, 'one width is enough for what is written')
  await signIn(page, ADMIN)
  const { id } = await addPost(page, { content: '' })
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await text(page).click()
  for (const name of [
    'Bold',
    'Italic',
    'Underline',
    'Strikethrough',
    'Inline code',
    'Quote',
    'Code block',
    'Numbered list',
    'Bulleted list',
    'Checklist',
    'Increase indent',
  ]) {
    await format(page, name).click()
    await page.keyboard.type(name)
    await format(page, 'Clear formatting').click()
    await page.keyboard.press('Enter')
    await format(page, 'Clear formatting').click()
  }
  for (const [picker, choice] of [
    ['Heading', 'Heading 3'],
    ['Text color', 'Bright red'],
    ['Highlight color', 'Pale yellow'],
    ['Alignment', 'Center'],
  ] as const) {
    await format(page, picker).click()
    await format(page, choice).click()
    await page.keyboard.type(choice)
    await page.keyboard.press('Enter')
    await format(page, 'Clear formatting').click()
  }
  // More than eight are not taken.
  for (let level = 1; level <= 9; level++) await format(page, 'Increase indent').click()
  await page.keyboard.type('At eight')
  await page.keyboard.press('Shift+Home')
  await format(page, 'Link').click()
  await page.getByRole('textbox', { name: 'Link URL' }).fill('https://a.example/?x=1&y=2')
  await page.keyboard.press('Enter')
  await expect(text(page).locator('.ql-indent-8 a')).toHaveText('At eight')
  const written = await text(page).innerHTML()
  for (const part of ['<h3 ', 'color: rgb(230, 0, 0)', 'background-color: rgb(255, 255, 204)', 'ql-align-center'])
    expect(written).toContain(part)
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('The post is saved')).toBeVisible()
  const { msg } = await (await page.request.post('/api/getBlogForm', { data: { blog_id: id } })).json()
  expect(msg.blog.content).toBe(written)
  await page.reload()
  await expect(text(page)).toContainText('Increase indent')
  // Loaded code names its language, which none was chosen for, and classes stand in another order.
  expect(sortClassNames((await text(page).innerHTML()).replaceAll(' data-language="plain"', ''))).toBe(
    sortClassNames(written),
  )
  await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  expect(consoleErrors).toEqual([])
})

test('a pasted picture is sent; what was not saved is asked for, kept and offered again', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const { id } = await addPost(page)
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await expect(text(page)).toContainText('Said at length')
  await text(page).evaluate(
    (element, bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'dot.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    },
    [...DOT],
  )
  await expect(text(page).locator('img')).toHaveAttribute('src', /^\/uploads\//)
  await page.getByRole('link', { name: 'Back to blogs' }).click()
  await expect(page.getByText('Discard unsaved changes?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // Kept in the browser: the page may go without a word.
  await page.waitForTimeout(800)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/dashboard/blogs/add')
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await expect(page.getByText(/You have unsaved changes/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(text(page).locator('img')).toHaveAttribute('src', /^\/uploads\//)
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('The post is saved')).toBeVisible()
  await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  expect(consoleErrors).toEqual([])
})

test('of two admins the second is told and decides; a session that ended loses nothing', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const { id } = await addPost(page)
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await expect(text(page)).toContainText('Said at length')
  await page.request.put('/api/updateBlog', {
    data: { blog_id: id, title: 'Theirs', subtitle: '', content: '<p>Theirs</p>', public: false },
  })
  await page.getByPlaceholder('Blog Title Here').fill('Mine')
  await page.getByRole('button', { name: 'EDIT' }).click()
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect(page.getByText('The post is saved')).toBeVisible()
  await page.getByPlaceholder('Blog Subtitle').fill('After the end')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await signIn(page, ADMIN)
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('The post is saved')).toBeVisible()
  const { msg } = await (await page.request.post('/api/getBlogForm', { data: { blog_id: id } })).json()
  expect(msg.blog).toMatchObject({ title: 'Mine', subtitle: 'After the end' })
  await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  // The refusals themselves.
  expect(consoleErrors).toEqual([expect.stringContaining('409'), expect.stringContaining('401')])
  consoleErrors.length = 0
})

test('the form is 800 px high, and Tab leads through and out of the text', async ({ page, isMobile }) => {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/blogs/add')
  await text(page).waitFor()
  expect((await page.getByRole('form', { name: 'Add Blog Details' }).boundingBox())?.height).toBe(800)
  test.skip(isMobile, 'a phone has no Tab key')
  await text(page).focus()
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
})

test('of two admins in two browsers the second may take what the first saved', async ({
  page,
  browser,
  consoleErrors,
}) => {
  await signIn(page, ADMIN)
  const { id } = await addPost(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, ADMIN)
  for (const one of [page, other]) await one.goto(`/dashboard/blogs/edit/${id}`)
  for (const one of [page, other]) await expect(text(one)).toContainText('Said at length')
  await text(other).fill('Theirs')
  await other.getByRole('button', { name: 'EDIT' }).click()
  await expect(other.getByText('The post is saved')).toBeVisible()
  await text(page).fill('Mine')
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('Someone else saved changes while you were editing.')).toBeVisible()
  await expect(text(page)).toHaveText('Mine')
  await page.getByRole('button', { name: 'Load latest' }).click()
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(text(page)).toHaveText('Theirs')
  await other.context().close()
  await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')])
})

test('the list is searched and filtered in its address, and fits a small phone', async ({ page, consoleErrors }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn(page, ADMIN)
  const draft = await addPost(page)
  const open = await addPost(page, { public: true })
  const link = ({ title }: { title: string }) => page.getByRole('link', { name: title, exact: true })
  await page.goto('/dashboard/blogs')
  await page.waitForLoadState('networkidle')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Draft')
  await expect(link(draft)).toBeVisible()
  await expect(link(open)).toBeHidden()
  await page.getByRole('searchbox', { name: 'Search by title' }).fill(open.title)
  await expect(page.getByText('No Blogs are available')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Public')
  await expect(link(open)).toBeVisible()
  await expect(page).toHaveURL(/search=.*type=Public|type=Public.*search=/)
  expect(await hasNoHorizontalScroll(page)).toBe(true)
  await link(open).click()
  await expect(text(page)).toContainText('Said at length')
  for (const picker of ['Heading', 'Text color', 'Highlight color', 'Alignment']) {
    await format(page, picker).click()
    const choices = page.locator('.ql-expanded .ql-picker-options')
    const box = await choices.boundingBox()
    expect([picker, box && box.x >= 0 && box.x + box.width <= 344]).toEqual([picker, true])
    await page.keyboard.press('Escape')
    await expect(choices).toHaveCount(0)
  }
  expect(await hasNoHorizontalScroll(page)).toBe(true)
  for (const { id } of [draft, open]) await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  expect(consoleErrors).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the editor with all it can write has no accessibility violations in the ${theme} theme`, async ({ page }) => {
    await setInitialTheme(page, theme)
    await signIn(page, ADMIN)
    const content =
      '<h2>Two</h2><h3>Three</h3><p><strong>b</strong> <a href="https://a.example">link</a> <code>c</code></p><blockquote>q</blockquote><ol><li data-list="bullet">x</li></ol><div class="ql-code-block-container"><div class="ql-code-block">code</div></div>'
    const { id } = await addPost(page, { content })
    await page.goto(`/dashboard/blogs/edit/${id}`)
    await expect(text(page)).toContainText('Two')
    expect(await getAxeViolations(page)).toEqual([])
    for (const picker of ['Heading', 'Text color', 'Alignment']) {
      await format(page, picker).focus()
      await page.keyboard.press('Space')
      await expect(format(page, picker)).toHaveAttribute('aria-expanded', 'true')
      expect(await getAxeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.request.post('/api/deleteBlog', { data: { blog_id: id } })
  })
}
