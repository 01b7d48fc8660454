import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.spyOn(console, 'info').mockImplementation(() => {})
  FakeWebSocket.install()
})
let line: ReconnectingSocket
afterEach(() => {
  line.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function aLine() {
  const states: string[] = []
  const closed: number[] = []
  line = new ReconnectingSocket({
    userId: 7,
    onStateChange: (state) => states.push(state),
    onFrame: () => {},
    onClose: (code) => closed.push(code),
  })
  return { states, closed }
}

const ready = (socket: FakeWebSocket) => {
  socket.dispatchEvent(new Event('open'))
  socket.dispatchEvent(new MessageEvent('message', { data: '{"type":"ready"}' }))
}
const cut = (code = 1006) => FakeWebSocket.latest.dispatchEvent(new CloseEvent('close', { code }))

describe('The live line', () => {
  it('sends init with the sender first, and is ready at the answer', () => {
    const { states } = aLine()
    expect(line.send({ type: 'typing', sender_id: 7, receiver_id: 1 })).toBe(false)
    ready(FakeWebSocket.latest)
    expect(FakeWebSocket.latest.sent).toEqual([{ type: 'init', sender_id: 7 }])
    expect(states).toEqual(['ready'])
    expect(line.send({ type: 'typing', sender_id: 7, receiver_id: 1 })).toBe(true)
  })

  it('comes back after 1, 2, 4 … and at most 30 seconds', () => {
    aLine()
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const known = FakeWebSocket.opened.length
      cut()
      vi.advanceTimersByTime(seconds * 1_000 - 1)
      expect(FakeWebSocket.opened).toHaveLength(known)
      vi.advanceTimersByTime(1)
      expect(FakeWebSocket.opened).toHaveLength(known + 1)
    }
    line.resetBackoff()
    cut()
    vi.advanceTimersByTime(1_000)
    expect(FakeWebSocket.opened).toHaveLength(9)
  })

  it('comes back at once when the browser is online again', () => {
    const { states } = aLine()
    ready(FakeWebSocket.latest)
    window.dispatchEvent(new Event('offline'))
    expect(states).toEqual(['ready', 'lost'])
    expect(FakeWebSocket.latest.isClosed).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it('gives up a socket that is not ready in 10 seconds', () => {
    aLine()
    vi.advanceTimersByTime(11_000)
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it.each([CLOSE_CODES.notSignedIn, CLOSE_CODES.foreignOrigin])('does not come back after %i', (code) => {
    const { states, closed } = aLine()
    cut(code)
    vi.advanceTimersByTime(120_000)
    expect(FakeWebSocket.opened).toHaveLength(1)
    expect([states, closed]).toEqual([['refused'], [code]])
  })

  it.each([CLOSE_CODES.maintenance, CLOSE_CODES.policy])('comes back after 10 seconds from %i', (code) => {
    aLine()
    cut(code)
    vi.advanceTimersByTime(9_999)
    expect(FakeWebSocket.opened).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeWebSocket.opened).toHaveLength(2)
  })

  it('is given back by a tab that nobody has seen for a minute, and taken again when it is seen', () => {
    const { states } = aLine()
    ready(FakeWebSocket.latest)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.advanceTimersByTime(60_000)
    expect(FakeWebSocket.latest.isClosed).toBe(true)
    expect(states).toEqual(['ready', 'connecting'])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeWebSocket.opened).toHaveLength(2)
  })
})
