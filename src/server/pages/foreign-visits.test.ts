import { expect, test } from 'vitest'
import { isForcedSessionChange } from './foreign-visits.ts'

const isForced = (url: string, site: string | undefined) =>
  isForcedSessionChange({ url, headers: site === undefined ? {} : { 'sec-fetch-site': site } })

const CHANGES = ['/logout', '/student/logout', '/viewasstudent', '/viewasadmin']
/** The router of the pages shows these as well. */
const VARIANTS = ['/logout/', '/LogOut', '/%6Cogout', '/%4Cogout', '//logout', '/logout?from=a#b']

test('another site’s link to a page that changes the session is told apart, however it is written', () => {
  for (const url of [...CHANGES, ...VARIANTS])
    for (const site of ['cross-site', 'same-site']) expect([url, isForced(url, site)]).toEqual([url, true])
})

test('the site’s own links, typed addresses and other pages are not', () => {
  for (const url of CHANGES)
    for (const site of ['same-origin', 'none', undefined]) expect([url, isForced(url, site)]).toEqual([url, false])
  for (const url of ['/', '/login', '/logout-help', '/courses/1', '/%E0%A4%A'])
    expect([url, isForced(url, 'cross-site')]).toEqual([url, false])
})
