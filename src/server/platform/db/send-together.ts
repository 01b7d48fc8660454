/**
 * Waits for two queries of one transaction, of which the second was sent without waiting for the answer to the first. The
 * database runs them in this order. Once both have ended it fails as the first one, or else as the second one.
 * No more than two: on PostgreSQL `pg` keeps the second one back, and warns when it keeps more.
 */
export async function sendTogether<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const [one, other] = await Promise.allSettled([first, second])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  return [one.value, other.value]
}
