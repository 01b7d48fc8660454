import type { Transport } from './contract.ts'

/** What the server hands the web part to have a page rendered. */
export interface PageRequest {
  /** Path and query, as asked for. */
  url: string
  /** The product's address as users see it, without a slash at the end. */
  publicUrl: string
  call: Transport
}

export interface Page {
  status: number
  /** Where to go instead; then there is no document. */
  location?: string
  /** Tags for the document's head. */
  head: string
  /** The rendered application. */
  body: string
  /** JSON that the browser continues from, already safe inside a script element. */
  state: string
  /** Source files of the screens on the page, so that their scripts are preloaded. */
  modules: string[]
}

export type RenderPage = (request: PageRequest) => Promise<Page>
