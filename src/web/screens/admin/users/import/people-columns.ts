/** What a file of people can say of each. An export has these columns among its own. */
export const PEOPLE_COLUMNS = ['first_name', 'last_name', 'email', 'birthdate', 'gender'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

export const COLUMN_TITLES: Record<PeopleColumn, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  birthdate: 'Date of birth',
  gender: 'Gender',
}

/** The columns that a file cannot do without. */
export const NEEDED: readonly PeopleColumn[] = ['first_name', 'last_name', 'email']

const OTHER_NAMES: Record<string, PeopleColumn> = {
  dateofbirth: 'birthdate',
  emailaddress: 'email',
  surname: 'last_name',
}
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const BY_LETTERS = new Map<string, PeopleColumn>([
  ...PEOPLE_COLUMNS.map((column) => [lettersOf(column), column] as const),
  ...Object.entries(OTHER_NAMES),
])

/** `First name`, `first_name` and `FIRSTNAME` are one; undefined where a column is none of ours. */
export const columnOf = (name: string): PeopleColumn | undefined => BY_LETTERS.get(lettersOf(name))
