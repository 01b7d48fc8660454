import { type CreateLimiter, consumePoint, DAY_S, hashEmail, hasPoint, MINUTE_S } from './limiters.ts'
import { toNetwork } from './network.ts'

export interface CodeRequest {
  email: string
  ip: string
  /** Identifies the browser that asks. */
  device: string
  /** True when the browser, or the network, has signed in to the account before. */
  isKnownDevice: boolean
  isKnownNetwork: boolean
  /** True when the request came from a link in an email to the account. */
  hasMailToken: boolean
}

export interface CodeThrottle {
  /**
   * False when this browser, or strangers together, have had enough codes for the account: the answer must not reveal
   * it. Throws when this network requests too many. A stranger's requests do not count for a known device or network, or
   * for a user who reads the account's mail.
   */
  canSendCode(request: CodeRequest): Promise<boolean>
}

export function createCodeThrottle(createLimiter: CreateLimiter): CodeThrottle {
  const byNetwork = createLimiter('code-network', 25, 5 * MINUTE_S)
  const byDevice = createLimiter('code', 3, 15 * MINUTE_S)
  const daily = createLimiter('code-day', 10, DAY_S)
  // One unknown network leaves half of the day's codes to others.
  const dailyByNetwork = createLimiter('code-day-network', 5, DAY_S)
  return {
    async canSendCode({ email, ip, device, isKnownDevice, isKnownNetwork, hasMailToken }) {
      const [account, network] = [hashEmail(email), toNetwork(ip)]
      if (!isKnownDevice) await consumePoint(byNetwork, network)
      // Codes that are not sent do not count toward the daily limit.
      if (!(await hasPoint(byDevice, `${account}:${device}`))) return false
      if (isKnownDevice) return true
      if (hasMailToken) return hasPoint(daily, `${account}:mail`)
      if (isKnownNetwork) return hasPoint(daily, `${account}:${network}`)
      return (await hasPoint(dailyByNetwork, `${account}:${network}`)) && hasPoint(daily, account)
    },
  }
}
