/**
 * Waits for queries of one transaction, of which each was sent without waiting for the answer to the one before it. The
 * database runs them in this order. Once all have ended it fails as the first of those that failed.
 */
export async function sendTogether<Answers extends unknown[]>(
  ...queries: { [Index in keyof Answers]: Promise<Answers[Index]> }
): Promise<Answers> {
  const outcomes = await Promise.allSettled(queries)
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return Promise.all(queries) as Promise<Answers>
}
