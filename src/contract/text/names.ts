// What people may call themselves, so that nobody can pose as staff or send a message by a name.

/** Includes bidi controls, zero-width spaces, and letters that are drawn as nothing, such as U+3164. */
const INVISIBLE = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** In Persian and in scripts of India a joiner between two letters is spelling. */
const SPELLED_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Kannada}\p{Script=Telugu}])[\u200c\u200d](?=\p{L})/gu

export const hasInvisibleCharacters = (name: string) => INVISIBLE.test(name.replace(SPELLED_JOINER, ''))

export const isBlankLooking = (name: string) => !/[\p{L}\p{N}]/u.test(name)

const DOT = '[.\u3002\uff0e\uff61]'
/** Mail programs read letters after a dot as a domain. A single initial, as in J.R.R. Tolkien, is none. */
const ADDRESS = new RegExp(`[@\\uff20/\\\\:]|[\\p{L}\\p{N}]${DOT}\\p{L}{2}|^www${DOT}`, 'iu')

export const hasAddress = (name: string) => ADDRESS.test(name)

// Letters that look alike count as the same one.
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: '4@аα',
    c: 'с',
    d: 'ԁđ',
    e: '3еε',
    l: '1!|iıіιł',
    k: 'кκ',
    m: 'мµμ',
    n: 'пη',
    o: '0оοø',
    p: 'рρ',
    r: 'г',
    s: '5$ѕ',
    t: '7тτ',
    u: 'υ',
    x: 'х',
    y: 'у',
  }).flatMap(([letter, lookalikes]) => [...lookalikes].map((lookalike) => [lookalike, letter])),
)

const toSkeleton = (text: string) =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')

const STAFF_WORDS = [
  'admin',
  'admins',
  'administrator',
  'administration',
  'moderator',
  'sysadmin',
  'webmaster',
  'helpdesk',
]
const STAFF_NAMES = [
  'staff',
  'support',
  'support team',
  'customer support',
  'technical support',
  'help desk',
  'site owner',
]
const joinWords = (text: string) => mergeLetters(text.replace(/[^\p{L}\p{N}]+/gu, ''))
/** These two look like one. */
const mergeLetters = (text: string) => text.replaceAll('rn', 'm')

const PRODUCT = joinWords(toSkeleton('learnlantern'))
const staffWords = new Set(STAFF_WORDS.map((word) => joinWords(toSkeleton(word))))
const staffNames = new Set([...STAFF_WORDS, ...STAFF_NAMES].map((name) => joinWords(toSkeleton(name))))

/** @param name first and last name */
export function isStaffName(name: string): boolean {
  const skeleton = toSkeleton(name)
  const joined = joinWords(skeleton)
  const words = skeleton.split(/[^\p{L}\p{N}]+/u).map(mergeLetters)
  return joined.includes(PRODUCT) || staffNames.has(joined) || words.some((word) => staffWords.has(word))
}
