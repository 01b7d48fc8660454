/** What was used, by what it is. */
export type Secrets = Record<string, string>

export interface Place {
  name: string
  text: string
  /** What it is for, such as the email with the code; by what each secret's name begins with. */
  carries?: readonly string[]
}

/** In everything that is searched, as a secret that leaks would be. A name, a path and a folder have it. */
export const PLANTED = 'planted3b9f6d20'

/** Shorter ones are found by chance in numbers, hashes and times. */
const LONG = 12

/** Each way that a text may be written. A row shows bytes in hexadecimal. */
function toForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [secret, encodeURIComponent(secret), bytes.toString('hex'), JSON.stringify(secret).slice(1, -1)]
  return [...new Set([...forms, bytes.toString('base64'), bytes.toString('base64url')])]
}

function hasSecret(text: string, secret: string): boolean {
  if (secret.length >= LONG) return toForms(secret).some((form) => text.includes(form))
  return new RegExp(`(?<![\\w./+-])${secret}(?![\\w/+])`).test(text)
}

/** One sentence for each secret and each place that has it. */
export function findSecrets(places: readonly Place[], secrets: Secrets): string[] {
  return places.flatMap(({ name, text, carries = [] }) =>
    Object.entries(secrets)
      .filter(([what, secret]) => !carries.some((one) => what.startsWith(one)) && hasSecret(text, secret))
      .map(([what]) => `${what} in ${name}`),
  )
}

/** The places in which the planted text is not found: nothing would be found there. */
export const findBlindPlaces = (places: readonly Place[]): string[] =>
  places.filter(({ text }) => !hasSecret(text, PLANTED)).map(({ name }) => name)
