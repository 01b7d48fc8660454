type Contract = typeof import('#contract/schemas/chat.ts')

// The compiler holds these to the contract's own, which would bring its schemas along into every page.
export const SOCKET_PATH: Contract['SOCKET_PATH'] = '/ws'
export const CLOSE: Pick<Contract['CLOSE_CODES'], 'policy' | 'maintenance' | 'notSignedIn' | 'foreignOrigin'> = {
  policy: 1008,
  maintenance: 1012,
  notSignedIn: 4401,
  foreignOrigin: 4403,
}
