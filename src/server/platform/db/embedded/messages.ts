/** What the embedded database tells the process that started it. */
export type MessageFromEmbedded =
  | { ready: true; socket: string }
  | { ready: false; isDataInUse: boolean; reason: string }
  | 'pong'

/** What it is told. */
export type MessageToEmbedded = 'stop' | 'ping'
