import { type Page, test as base } from '@playwright/test'

interface ConsoleFixtures {
  /** Errors and warnings that the page wrote so far; a test that expects some takes them out. */
  consoleErrors: string[]
}

/** A test whose page may not complain: hydration, content security policy, failed loads, uncaught errors. */
export const test = base.extend<ConsoleFixtures>({
  consoleErrors: async ({ page }, use) => {
    const consoleErrors: string[] = []
    recordConsoleErrors(page, consoleErrors)
    await use(consoleErrors)
    base.expect(consoleErrors, 'what the page wrote to the console').toEqual([])
  },
})

function recordConsoleErrors(page: Page, consoleErrors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(error.message))
}

export { expect } from '@playwright/test'
