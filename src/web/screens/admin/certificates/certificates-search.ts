import type { Certificate } from '#contract/schemas/learning/certificates.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

/** As the select shows them and the address has them. */
const FILTERS: Record<string, Certificate['status'] | ''> = {
  '': '',
  Valid: 'valid',
  Revoked: 'revoked',
  Replaced: 'replaced',
}

export const CERTIFICATE_CHOICES = Object.keys(FILTERS)

/** Reads `?search=` and `?type=`. */
export function parseCertificatesSearch(search: URLSearchParams) {
  return { search_text: getSearchText(search), select_data: FILTERS[search.get('type') ?? ''] ?? '' }
}
