/** What a file of people can say of each. An export has these columns among its own. */
export const IMPORT_COLUMNS = ['first_name', 'last_name', 'email', 'birthdate', 'gender'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

export const COLUMN_TITLES: Record<ImportColumn, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  birthdate: 'Date of birth',
  gender: 'Gender',
}

/** The columns that a file cannot do without. */
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

/** `First name`, `first_name` and `FIRSTNAME` are one; undefined where a column is none of ours. */
export const findColumn = (name: string): ImportColumn | undefined => COLUMNS_BY_HEADER.get(normalizeHeader(name))
