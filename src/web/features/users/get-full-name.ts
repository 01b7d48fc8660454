import type { User } from '#contract/schemas/accounts/users.ts'

/** An admin may have no last name. */
export const getFullName = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()
