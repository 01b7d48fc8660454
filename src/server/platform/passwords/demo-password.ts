/** Public: it is printed at every start. */
export const DEMO_PASSWORD = 'lantern-light'

/** No user has an address in this reserved domain, only the demo academy's students. */
const DEMO_DOMAIN = '@learnlantern.example'

export function isDemoPassword(email: string, password: string): boolean {
  return password === DEMO_PASSWORD && email.endsWith(DEMO_DOMAIN)
}
