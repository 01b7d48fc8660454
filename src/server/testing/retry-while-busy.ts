import type { TestResponse } from './test-app.ts'

/** Sends a request again while the server answers 503 with Retry-After: many calls at once can exceed the pool's wait. */
export async function retryWhileBusy(send: () => Promise<TestResponse>): Promise<TestResponse> {
  const answer = await send()
  return answer.status === 503 && answer.headers['retry-after'] !== undefined ? retryWhileBusy(send) : answer
}
