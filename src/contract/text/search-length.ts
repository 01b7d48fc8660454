/** Apart from limits.ts because every page's first load reads the search of its address, and no other limit. */
export const MAX_SEARCH_LENGTH = 100
