const CODES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  bengali: 'bn',
  chinese: 'zh',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hebrew: 'he',
  hindi: 'hi',
  hungarian: 'hu',
  indonesian: 'id',
  italian: 'it',
  japanese: 'ja',
  korean: 'ko',
  norwegian: 'no',
  persian: 'fa',
  polish: 'pl',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  spanish: 'es',
  swahili: 'sw',
  swedish: 'sv',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  urdu: 'ur',
  vietnamese: 'vi',
}

/**
 * The BCP 47 code that search engines read. A table and not `Intl.DisplayNames`, whose names the browser may have from
 * another version than the server.
 * @param name as an admin wrote it
 */
export function toLanguageCode(name: string): string | undefined {
  const key = name.trim().toLowerCase()
  return Object.hasOwn(CODES, key) ? CODES[key] : undefined
}
