/** Expects one row more than fits a page; its presence means that there is a next page. */
export function paginate<Row>(rows: Row[], page: number, perPage: number): { rows: Row[]; nextPage: number | null } {
  return { rows: rows.slice(0, perPage), nextPage: rows.length > perPage ? page + 1 : null }
}
