/** A sentence for what went wrong between the browser and the passkey. */
export function toPasskeyError(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : new Error('')
  if (name === 'NotAllowedError' || name === 'AbortError') return new Error('No passkey was used. Try again.')
  if (name === 'InvalidStateError') return new Error('This device already has a passkey for your account.')
  if (message.includes('not supported')) return new Error('This browser doesn’t support passkeys.')
  return new Error('The passkey didn’t work. Try again.')
}
