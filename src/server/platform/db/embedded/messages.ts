/** What the embedded database tells the process that started it. */
export type FromEmbedded = { ready: true; socket: string } | { ready: false; refused: boolean; reason: string } | 'pong'

/** What it is told. */
export type ToEmbedded = 'stop' | 'ping'
