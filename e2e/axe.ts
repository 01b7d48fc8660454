import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it is, a line each. */
export async function getAxeViolations(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Opens pages in this theme from now on. */
export async function setInitialTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((initialTheme) => localStorage.setItem('theme', initialTheme), theme)
}

export const hasNoHorizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
