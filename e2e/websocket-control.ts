import type { Page, WebSocketRoute } from '@playwright/test'

/** A page's live connection, which a test can cut, keep cut, and make deaf. Made before the page opens. */
export interface WebSocketControl {
  disconnect(): Promise<void>
  restore(): void
  /** What the server says no longer arrives; what the page says does. */
  dropServerMessages(): void
}

export async function controlWebSocket(page: Page): Promise<WebSocketControl> {
  const routes = new Set<WebSocketRoute>()
  let isDisconnected = false
  let isDroppingMessages = false
  await page.routeWebSocket('/ws', (route) => {
    if (isDisconnected) return void route.close({ code: 1001 })
    routes.add(route)
    const server = route.connectToServer()
    server.onMessage((text) => {
      if (!isDroppingMessages) route.send(text)
    })
  })
  return {
    async disconnect() {
      isDisconnected = true
      for (const route of routes) await route.close({ code: 1001 })
      routes.clear()
    },
    restore() {
      isDisconnected = false
      isDroppingMessages = false
    },
    dropServerMessages() {
      isDroppingMessages = true
    },
  }
}

/** Many messages at once, as a script at the socket writes them: a few on each, since one socket must not be too fast. */
export async function sendMessages(
  page: Page,
  users: { from: number; to: number },
  texts: readonly string[],
): Promise<void> {
  await page.evaluate(
    async ({ from, to, texts }) => {
      for (let first = 0; first < texts.length; first += 15) {
        const batch = texts.slice(first, first + 15)
        await new Promise<void>((resolve, reject) => {
          const socket = new WebSocket('/ws')
          let stored = 0
          socket.addEventListener('error', () => reject(new Error('The socket failed')))
          socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'init', sender_id: from })))
          socket.addEventListener('message', ({ data }) => {
            const frame = JSON.parse(data)
            if (frame.type === 'error') reject(new Error(frame.msg))
            if (frame.type === 'ready') {
              for (const msg of batch)
                socket.send(JSON.stringify({ type: 'chat', sender_id: from, receiver_id: to, msg }))
            }
            if (frame.msg_id && frame.from === from && ++stored === batch.length) {
              socket.close()
              resolve()
            }
          })
        })
      }
    },
    { ...users, texts },
  )
}
