import { type Page, test as base } from '@playwright/test'

interface Watched {
  /** Errors and warnings that the page wrote so far; a test that expects some takes them out. */
  complaints: string[]
}

/** A test whose page may not complain: hydration, content security policy, failed loads, uncaught errors. */
export const test = base.extend<Watched>({
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    watch(page, complaints)
    await use(complaints)
    base.expect(complaints, 'what the page wrote to the console').toEqual([])
  },
})

function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
}

export { expect } from '@playwright/test'
