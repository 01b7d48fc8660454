import { Feed } from 'feed'

const MAX_ITEMS = 20

interface FeedOptions {
  /** Permanent, unlike a title. */
  id: string
  title: string
  description: string
  link: string
  feedLinks: Record<string, string>
  updated: string | undefined
}

export const createFeed = (publicUrl: string, { updated, ...options }: FeedOptions): Feed =>
  new Feed({
    ...options,
    language: 'en',
    image: `${publicUrl}/apple-touch-icon.png`,
    copyright: 'Learn Lantern',
    author: { name: 'Learn Lantern', link: publicUrl },
    generator: false,
    ...(updated !== undefined && { updated: new Date(updated) }),
  })

/** The first items of a paged call. */
export async function collectNewest<Item>(
  loadPage: (page: number) => Promise<{ msg: Item[]; nextPage: number | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let page: number | null = 1; page !== null && items.length < MAX_ITEMS;) {
    const response = await loadPage(page)
    items.push(...response.msg)
    page = response.nextPage
  }
  return items.slice(0, MAX_ITEMS)
}

export const escapeHtml = (text: string) =>
  stripInvalidXmlChars(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))

/** XML cannot represent these. */
export const stripInvalidXmlChars = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
