import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { ok, problem, warning } from './check.ts'

const MIN_VERSION = [20, 19] as const
/** The end of each release's security fixes (github.com/nodejs/release). */
const END_OF_LIFE: Record<number, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30', 26: '2029-04-30' }
/** The newest release line with long-term support that the tests run on, as in the Dockerfile. */
export const RECOMMENDED_NODE = 26
const ADVICE = `Install Node ${RECOMMENDED_NODE}.`
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const FINDING = { code: 'node_version', area: 'server', title: 'Node.js' } as const

export function checkNode(version = process.version, now = new Date()): SystemCheck {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const [minMajor, minMinor] = MIN_VERSION
  if (major < minMajor || (major === minMajor && minor < minMinor))
    return problem(FINDING, `Node ${version} is too old. ${ADVICE}`)
  const end = END_OF_LIFE[major] === undefined ? undefined : new Date(END_OF_LIFE[major])
  if (end === undefined && major % 2 === 1)
    return warning(FINDING, `Node ${version} gets fixes for some months only. ${ADVICE}`)
  if (end !== undefined && now > end)
    return warning(FINDING, `Node ${version} has had no security fixes since ${dateFormat.format(end)}. ${ADVICE}`)
  return ok(FINDING, version)
}
