import type { Transport } from './contract.ts'
import type { ErrorCode } from './errors.ts'

/** A form that the browser sent by itself, because the page's script was not there yet, and that failed. */
export interface FormPost {
  /** The page of the form. */
  path: string
  code: ErrorCode
  /** The error's message. */
  text: string
  /** What was typed, without passwords and codes. */
  values: Record<string, string | undefined>
}

/** A page for the web part to render on the server. */
export interface PageRequest {
  /** Path and query. */
  url: string
  /** The product's address as users see it, without a slash at the end. */
  publicUrl: string
  call: Transport
  form?: FormPost
}

export interface Page {
  status: number
  /** The redirect's target; then there is no document. */
  location?: string
  /** Tags for the document's head. */
  head: string
  /** The rendered application. */
  body: string
  /** JSON that the browser hydrates from, escaped for a script element. */
  state: string
  /** Source files of the screens on the page, so that their scripts are preloaded. */
  modules: string[]
}

export type RenderPage = (request: PageRequest) => Promise<Page>
