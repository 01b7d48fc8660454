import type { TestResponse } from './test-client.ts'

/** Sends the call again while the server answers 503 with a Retry-After header, as it does under load. */
export async function retryWhileBusy(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const response = await send()
  const isBusy = response.status === 503 && response.headers['retry-after'] !== undefined
  return isBusy ? retryWhileBusy(send) : response
}
