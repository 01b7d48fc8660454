import { COMMON_PASSWORD_STEMS } from './common-passwords-content.ts'

/** True for the passwords at the top of leaked lists. The list is loaded with the first password that is set. */
export async function isLeakedPassword(password: string): Promise<boolean> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await leaked).has(password.toLowerCase())
}

let leaked: Promise<ReadonlySet<string>> | undefined

/**
 * True for the passwords that attackers try first: a common word with digits or symbols around it, repeated characters,
 * or a sequence of the alphabet, the digits or a keyboard row.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const withoutLeetspeak = lower
    .replace(/[@4]/g, 'a')
    .replace(/[$5]/g, 's')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[1!]/g, 'i')
  return [lower, withoutLeetspeak].some((text) => isCommonWord(text) || isRepeated(text) || isKeyboardWalk(text))
}

const stems = new Set(COMMON_PASSWORD_STEMS)

function isCommonWord(text: string): boolean {
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  // "passwordpassword" is as weak as "password".
  const half = core.slice(0, core.length / 2)
  return stems.has(text) || (core.length >= 4 && (stems.has(core) || (half + half === core && stems.has(half))))
}

const isRepeated = (text: string) => /^(.)\1*$/.test(text) || /^(..)\1*$/.test(text)

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

function isKeyboardWalk(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return SEQUENCES.some((row) => row.includes(text) || row.includes(backwards))
}
