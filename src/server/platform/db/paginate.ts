import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Expects one row more than fits a page; its presence means that there is a next page. */
export function paginate<Row>(rows: Row[], page: number, perPage: number): { rows: Row[]; nextPage: number | null } {
  return { rows: rows.slice(0, perPage), nextPage: rows.length > perPage ? page + 1 : null }
}

/**
 * Whether the id is one of the page's, which are selected first: a late page skips many rows, and whatever is selected beside
 * their ids would be made for each of them.
 */
export const isOnPage = (id: AnyPgColumn, ids: SQLWrapper): SQL => sql`${id} = any(array(${ids}))`
