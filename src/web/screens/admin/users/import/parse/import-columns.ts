/** A users export has the same columns, so it can be imported as it is. */
export const IMPORT_COLUMNS = ['first_name', 'last_name', 'email', 'birthdate', 'gender'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const COLUMN_TITLES: Record<ImportColumn, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  birthdate: 'Date of birth',
  gender: 'Gender',
}

export const REQUIRED_COLUMNS: readonly ImportColumn[] = ['first_name', 'last_name', 'email']

const COLUMN_ALIASES: Record<string, ImportColumn> = {
  dateofbirth: 'birthdate',
  emailaddress: 'email',
  surname: 'last_name',
}
const normalizeHeader = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const COLUMNS_BY_HEADER = new Map<string, ImportColumn>([
  ...IMPORT_COLUMNS.map((column) => [normalizeHeader(column), column] as const),
  ...Object.entries(COLUMN_ALIASES),
])

/** Matches `First name`, `first_name` and `FIRSTNAME` alike. */
export const findColumn = (name: string): ImportColumn | undefined => COLUMNS_BY_HEADER.get(normalizeHeader(name))
