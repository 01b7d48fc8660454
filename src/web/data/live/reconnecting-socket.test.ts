import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'

// Test files share a page, and a connection of the file before closes a second after its last screen.
beforeAll(() =>
  vi.waitFor(
    () => {
      FakeWebSocket.install()
      window.dispatchEvent(new Event('offline'))
      window.dispatchEvent(new Event('online'))
      if (FakeWebSocket.opened.length > 0) throw new Error('A connection of another file is open')
    },
    { timeout: 10_000 },
  ),
)
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.spyOn(console, 'info').mockImplementation(() => {})
  FakeWebSocket.install()
})
let socket: ReconnectingSocket
afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function createSocket() {
  const states: string[] = []
  const closed: number[] = []
  socket = new ReconnectingSocket({
    userId: 7,
    onStateChange: (state) => states.push(state),
    onFrame: () => {},
    onClose: (code) => closed.push(code),
  })
  return { states, closed }
}

const makeReady = (server: FakeWebSocket) => {
  server.dispatchEvent(new Event('open'))
  server.dispatchEvent(new MessageEvent('message', { data: '{"type":"ready"}' }))
}
const disconnect = (code = 1006) => FakeWebSocket.latest.dispatchEvent(new CloseEvent('close', { code }))

describe('ReconnectingSocket', () => {
  it('sends init first, and is ready when the server answers', () => {
    const { states } = createSocket()
    expect(socket.send({ type: 'typing', sender_id: 7, receiver_id: 1 })).toBe(false)
    makeReady(FakeWebSocket.latest)
    expect(FakeWebSocket.latest.sent).toEqual([{ type: 'init', sender_id: 7 }])
    expect(states).toEqual(['ready'])
    expect(socket.send({ type: 'typing', sender_id: 7, receiver_id: 1 })).toBe(true)
  })

  it('reconnects after 1, 2, 4 … and at most 30 seconds', () => {
    createSocket()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const openedBefore = FakeWebSocket.opened.length
      disconnect()
      vi.advanceTimersByTime(seconds * 1_000 - 1)
      expect(FakeWebSocket.opened).toHaveLength(openedBefore)
      vi.advanceTimersByTime(1)
      expect(FakeWebSocket.opened).toHaveLength(openedBefore + 1)
    }
    socket.resetBackoff()
    disconnect()
    vi.advanceTimersByTime(1_000)
    expect(FakeWebSocket.opened).toHaveLength(9)
  })

  it('reconnects at once when the browser is online again', () => {
    const { states } = createSocket()
    makeReady(FakeWebSocket.latest)
    window.dispatchEvent(new Event('offline'))
    expect(states).toEqual(['ready', 'lost'])
    expect(FakeWebSocket.latest.isClosed).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it('replaces a socket that is not ready in 10 seconds', () => {
    createSocket()
    vi.advanceTimersByTime(11_000)
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it.each([CLOSE_CODES.notSignedIn, CLOSE_CODES.foreignOrigin])('does not reconnect after close code %i', (code) => {
    const { states, closed } = createSocket()
    disconnect(code)
    vi.advanceTimersByTime(120_000)
    expect(FakeWebSocket.opened).toHaveLength(1)
    expect([states, closed]).toEqual([['refused'], [code]])
  })

  it.each([CLOSE_CODES.maintenance, CLOSE_CODES.policy])('reconnects 10 seconds after close code %i', (code) => {
    createSocket()
    disconnect(code)
    vi.advanceTimersByTime(9_999)
    expect(FakeWebSocket.opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it('disconnects after a minute in a hidden tab, and reconnects when it is visible', () => {
    const { states } = createSocket()
    makeReady(FakeWebSocket.latest)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(60_000)
    expect(FakeWebSocket.latest.isClosed).toBe(true)
    expect(states).toEqual(['ready', 'connecting'])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it('disconnects after a minute in a tab that was opened hidden, and does not come back with the network', () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    createSocket()
    makeReady(FakeWebSocket.latest)
    vi.advanceTimersByTime(60_000)
    expect(FakeWebSocket.latest.isClosed).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(FakeWebSocket.opened).toHaveLength(1)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeWebSocket.opened).toHaveLength(2)
  })
})
