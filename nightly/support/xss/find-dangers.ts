import type { Page } from '@playwright/test'

/** Elements that only a payload can have made. */
export function findDangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dangers: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on') || name === 'srcdoc') dangers.push(`${element.localName} with ${name}`)
        // Browsers ignore control characters and spaces in a scheme.
        if (/^(href|src|action|formaction|data|xlink:href)$/.test(name)) {
          const scheme = value.replace(/[\u0000-\u0020]/g, '').toLowerCase()
          if (/^(javascript|vbscript|data:text)/.test(scheme))
            dangers.push(`${element.localName} with ${scheme.slice(0, 20)}`)
        }
      }
      const isScript = element.localName === 'script' && !element.getAttribute('src')
      if (
        isScript &&
        element.getAttribute('type') !== 'application/json' &&
        element.getAttribute('type') !== 'application/ld+json'
      )
        dangers.push('an inline script')
    }
    return dangers
  })
}
