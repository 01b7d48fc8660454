export type MessageFromEmbedded =
  | { ready: true; socket: string }
  | { ready: false; isDataInUse: boolean; reason: string }
  | 'pong'

export type MessageToEmbedded = 'stop' | 'ping'
