import type { Page } from '@playwright/test'
import { hasHorizontalScroll } from '../fixtures/accessibility.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { PIXEL_PNG } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const format = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
/** Its name ends with what is chosen at the caret. */
const findPicker = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: new RegExp(`^${name}(:|$)`) })
const sortClassNames = (html: string) =>
  html.replace(/(?<=class=")[^"]*/g, (names) => names.split(' ').sort().join(' '))

async function getStoredPost(page: Page, id: number): Promise<{ content: string }> {
  return (await callApi<{ blog: { content: string } }>(page.request, 'POST', 'getBlogForm', { blog_id: id })).blog
}

test('admin writes a formatted post with pictures, and changes and deletes it', async ({
  adminPage: page,
  openPage,
}) => {
  await page.goto('/dashboard/blogs')
  await page.getByRole('link', { name: 'Add Blog' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add Blog Details' })).toBeVisible()
  const title = uniqueWord('Written ')
  await page.getByPlaceholder('Blog Title Here').fill(title)
  await page.getByPlaceholder('Blog Subtitle').fill('Shortly')
  await editor(page).click()
  await page.keyboard.type('Plain, ')
  await format(page, 'Bold').click()
  await page.keyboard.type('bold')
  await format(page, 'Bold').click()
  await page.keyboard.press('Enter')
  await format(page, 'Bulleted list').click()
  await page.keyboard.type('one')
  const fileChooser = page.waitForEvent('filechooser')
  await format(page, 'Picture').click()
  await (await fileChooser).setFiles(PIXEL_PNG)
  await expect(editor(page).locator('img')).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.webp$/)
  await page.getByLabel('Picture file').setInputFiles(PIXEL_PNG)
  await page.getByRole('switch', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'ADD' }).click()
  await expect(page).toHaveURL(/\/dashboard\/blogs\/edit\/\d+$/)
  await expect(page.getByText('The post was added')).toBeVisible()
  const id = Number(page.url().split('/').at(-1))

  const visitor = await openPage()
  await visitor.goto(`/student/blog/${id}-post`)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.locator('strong', { hasText: 'bold' })).toBeVisible()
  await expect(visitor.locator('article img[src^="/uploads/"]').last()).toBeVisible()

  await page.reload()
  await expect(editor(page).locator('strong')).toHaveText('bold')
  await page.getByPlaceholder('Blog Subtitle').fill('Shorter')
  await page.getByRole('switch', { name: /Public/ }).uncheck()
  await page.getByRole('button', { name: 'EDIT' }).click()
  await expect(page.getByText('The post was saved')).toBeVisible()
  expect((await visitor.request.post('/api/getBlogData', { data: { blog_id: id } })).status()).toBe(404)

  await page.getByRole('link', { name: 'Back to blogs' }).click()
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Draft')
  await row.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByRole('dialog', { name: 'WARNING!' })).toContainText('permanently deleted and cannot be undone')
  await page.getByRole('button', { name: 'YES !' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('The post was deleted')).toBeVisible()
})

test(
  'server stores every format of the toolbar unchanged',
  { tag: '@slow' },
  async ({ adminPage: page, createPost }) => {
    const { id } = await createPost({ content: '' })
    await page.goto(`/dashboard/blogs/edit/${id}`)
    await editor(page).click()
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
      await findPicker(page, picker).click()
      await format(page, choice).click()
      await page.keyboard.type(choice)
      await page.keyboard.press('Enter')
      await format(page, 'Clear formatting').click()
    }
    // The ninth click has no effect: the specification allows 8 levels.
    for (let level = 1; level <= 9; level++) await format(page, 'Increase indent').click()
    await page.keyboard.type('At eight')
    await page.keyboard.press('Shift+Home')
    await format(page, 'Link').click()
    await page.getByRole('textbox', { name: 'Link URL' }).fill('https://a.example/?x=1&y=2')
    await page.keyboard.press('Enter')
    await expect(editor(page).locator('.ql-indent-8 a')).toHaveText('At eight')
    const written = await editor(page).innerHTML()
    for (const part of ['<h3 ', 'color: rgb(230, 0, 0)', 'background-color: rgb(255, 255, 204)', 'ql-align-center'])
      expect(written).toContain(part)
    await page.getByRole('button', { name: 'EDIT' }).click()
    await expect(page.getByText('The post was saved')).toBeVisible()
    expect((await getStoredPost(page, id)).content).toBe(written)
    await page.reload()
    await expect(editor(page)).toContainText('Increase indent')
    // Quill adds a language to loaded code blocks and changes the order of class names.
    const loaded = (await editor(page).innerHTML()).replaceAll(' data-language="plain"', '')
    expect(sortClassNames(loaded)).toBe(sortClassNames(written))
  },
)

test(
  'blog draft with a pasted picture is restored after leaving the form',
  { tag: '@slow' },
  async ({ adminPage: page, createPost }) => {
    const { id } = await createPost()
    await page.goto(`/dashboard/blogs/edit/${id}`)
    await expect(editor(page)).toContainText('The full text')
    await editor(page).evaluate(
      (element, bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'pixel.png', { type: 'image/png' }))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      [...PIXEL_PNG.buffer],
    )
    await expect(editor(page).locator('img')).toHaveAttribute('src', /^\/uploads\//)
    await page.getByRole('link', { name: 'Back to blogs' }).click()
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('/uploads/')
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('/dashboard/blogs/add')
    await page.goto(`/dashboard/blogs/edit/${id}`)
    await expect(page.getByText(/You have unsaved changes/)).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(editor(page).locator('img')).toHaveAttribute('src', /^\/uploads\//)
    await page.getByRole('button', { name: 'EDIT' }).click()
    await expect(page.getByText('The post was saved')).toBeVisible()
  },
)

test('editor menus fit a small screen', { tag: '@slow' }, async ({ adminPage: page, createPost }) => {
  const width = 360
  await page.setViewportSize({ width, height: 780 })
  const { id } = await createPost()
  await page.goto(`/dashboard/blogs/edit/${id}`)
  await expect(editor(page)).toContainText('The full text')
  for (const picker of ['Heading', 'Text color', 'Highlight color', 'Alignment']) {
    await findPicker(page, picker).click()
    const choices = page.locator('.ql-expanded .ql-picker-options')
    const box = await choices.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, `${picker} fits`).toBe(true)
    await page.keyboard.press('Escape')
    await expect(choices).toHaveCount(0)
  }
  expect(await hasHorizontalScroll(page)).toBe(false)
})
