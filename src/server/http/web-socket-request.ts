import type { IncomingMessage } from 'node:http'

/** Other protocols that a client offers, such as `h2c`, are ignored, as HTTP asks for (RFC 9110, section 7.8). */
export const isWebSocketRequest = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'
