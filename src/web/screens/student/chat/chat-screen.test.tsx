import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import { buildMessage, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const ADMIN = { student_id: 1, first_name: 'Ada', last_name: 'Berg', image_url: '' }
const buildAnswer = (msg_id: number, msg_text: string) =>
  buildMessage({ msg_id, msg_text, sender_id: 1, receiver_id: 7 })

beforeEach(() => {
  FakeWebSocket.install()
  localStorage.clear()
  sessionStorage.clear()
})

async function showChat(mocks: CallMocks = {}) {
  FakeWebSocket.opened = []
  const view = await showScreen('/student/chat', {
    ...mockSignedIn(),
    getAdminId: () => ({ msg: [ADMIN] }),
    getMsg: () => ({ msg: [], nextPage: null }),
    markRead: () => ({ msg: { unread: 0 } }),
    ...mocks,
  })
  await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(1))
  await FakeWebSocket.latest.accept()
  return view
}

const log = () => within(screen.getByRole('log'))
const field = () => screen.getByRole('textbox', { name: 'Message' })

describe("the student's chat", () => {
  it('shows its title, the admin’s name and an empty state', async () => {
    await showChat()
    screen.getByRole('heading', { level: 1, name: 'Chat' })
    expect(screen.getByText('with Ada Berg').parentElement?.textContent).toBe('with Ada BergAdmin')
    log().getByText('No Chat data for this user')
  })

  it('leaves the Enter that confirms an input method’s word to it', async () => {
    const { user } = await showChat()
    await user.type(field(), 'こんにちは')
    // As Safari reports it.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(field()).toHaveProperty('value', 'こんにちは')
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 })
    expect(field()).toHaveProperty('value', '')
  })

  it('clears the field and shows a message as Sending…, then Sent once it is stored', async () => {
    const { user } = await showChat()
    await user.type(field(), '  Hello  {Enter}')
    expect(field()).toHaveProperty('value', '')
    expect((await log().findByText('Hello')).dir).toBe('auto')
    log().getByText('Sending…')
    const [frame] = FakeWebSocket.latest.getSent('chat')
    expect(frame).toMatchObject({ sender_id: 7, receiver_id: 1, msg: 'Hello' })
    await FakeWebSocket.latest.emitFrame({
      msg_id: 5,
      msg: 'Hello',
      date: new Date().toISOString(),
      from: 7,
      to: 1,
      client_id: frame?.client_id ?? '',
    })
    expect(log().getAllByText('Hello')).toHaveLength(1)
    log().getByText('Sent')
  })

  it('does not send a blank message', async () => {
    const { user } = await showChat()
    await user.type(field(), '   {Enter}')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.type(field(), 'Hello{Enter}')
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Hello'])
  })

  it('disables the field when there is no admin', async () => {
    await showChat({ getAdminId: () => ({ msg: [] }) })
    expect(field()).toHaveProperty('disabled', true)
  })

  it('shows the server’s error for a message and resends it on Retry', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello{Enter}')
    const id = FakeWebSocket.latest.getSent('chat')[0]?.client_id ?? ''
    await FakeWebSocket.latest.emitFrame({
      type: 'error',
      status: false,
      msg: 'Too many messages. Please wait a moment',
      client_id: id,
    })
    log().getByText('Too many messages. Please wait a moment')
    await user.click(log().getByRole('button', { name: 'Retry' }))
    expect(FakeWebSocket.latest.getSent('chat').map(({ client_id }) => client_id)).toEqual([id, id])
    await log().findByText('Sending…')
  })

  it('resends a message to the new admin on Retry once the one before is no admin any more', async () => {
    let admin = ADMIN
    const { user } = await showChat({ getAdminId: () => ({ msg: [admin] }) })
    await user.type(field(), 'Hello{Enter}')
    admin = { ...ADMIN, student_id: 2, first_name: 'Eve' }
    const [frame] = FakeWebSocket.latest.getSent('chat')
    await FakeWebSocket.latest.emitFrame({
      type: 'error',
      status: false,
      msg: 'You don’t have permission to do this',
      client_id: frame?.client_id ?? '',
    })
    await screen.findByText('with Eve Berg')
    await user.click(log().getByRole('button', { name: 'Retry' }))
    await user.type(field(), 'Again')
    const sentTo = (type: 'chat' | 'typing') => FakeWebSocket.latest.getSent(type).map(({ receiver_id }) => receiver_id)
    expect([sentTo('chat'), sentTo('typing')]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('fetches what it missed with the new admin when the one before is no admin any more', async () => {
    let messages = [buildAnswer(3, 'Before')]
    let namesFormerAdmin = false
    await showChat({
      getAdminId: () => {
        namesFormerAdmin = false
        return { msg: [ADMIN] }
      },
      getMsg: () => {
        if (namesFormerAdmin) throw new AppError('not_allowed')
        return { msg: messages, nextPage: null }
      },
    })
    await FakeWebSocket.latest.disconnect()
    namesFormerAdmin = true
    messages = [buildAnswer(5, 'Missed'), ...messages]
    await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(2))
    await FakeWebSocket.latest.accept()
    await log().findByText('Missed')
  })

  it('shows typing and an answer, and marks the answer as read', async () => {
    const { calls } = await showChat()
    await FakeWebSocket.latest.emitFrame({ type: 'typing', from: 1, to: 7 })
    screen.getByText('Ada Berg is typing…')
    await FakeWebSocket.latest.emitFrame({ msg_id: 9, msg: 'Yes.', date: new Date().toISOString(), from: 1, to: 7 })
    log().getByText('Yes.')
    expect(screen.queryByText('Ada Berg is typing…')).toBeNull()
    await waitFor(() => expect(calls).toContainEqual({ name: 'markRead', input: { student_id: 7, msg_id: 9 } }))
  })

  it('sends a typing frame at most every 3 seconds', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello there')
    expect(FakeWebSocket.latest.getSent('typing')).toEqual([{ type: 'typing', sender_id: 7, receiver_id: 1 }])
  })

  it('shows HTML as text', async () => {
    await showChat({ getMsg: () => ({ msg: [buildAnswer(3, '<img src=x onerror=alert(1)>')], nextPage: null }) })
    log().getByText('<img src=x onerror=alert(1)>')
    expect(log().queryByRole('img')).toBeNull()
  })

  it('reconnects, fetches missed messages and sends waiting ones, each once', async () => {
    let messages = [buildAnswer(3, 'Before')]
    const { user } = await showChat({ getMsg: () => ({ msg: messages, nextPage: null }) })
    await user.type(field(), 'On the way{Enter}')
    await FakeWebSocket.latest.disconnect()
    screen.getByText('Connection lost. Reconnecting…')
    await user.type(field(), 'Waiting{Enter}')
    messages = [buildAnswer(5, 'Missed'), buildMessage({ msg_id: 4, msg_text: 'On the way' }), ...messages]
    await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(2))
    await FakeWebSocket.latest.accept()
    expect(screen.queryByText('Connection lost. Reconnecting…')).toBeNull()
    await log().findByText('Missed')
    for (const text of ['Before', 'On the way', 'Missed', 'Waiting']) expect(log().getAllByText(text)).toHaveLength(1)
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Waiting'])
  })

  it('shows the messages that the server missed once it says so', async () => {
    let stored = [buildAnswer(8, 'Before')]
    await showChat({ getMsg: () => ({ msg: stored, nextPage: null }) })
    await log().findByText('Before')
    stored = [buildAnswer(9, 'In the gap'), ...stored]
    await FakeWebSocket.latest.emitFrame({ type: 'resync' })
    await log().findByText('In the gap')
    expect(log().getAllByText('Before')).toHaveLength(1)
  })

  it('offers Retry for a message that was sent but not stored before a disconnect', async () => {
    const { user } = await showChat({ getMsg: () => ({ msg: [buildAnswer(3, 'Before')], nextPage: null }) })
    await user.type(field(), 'Lost{Enter}')
    await FakeWebSocket.latest.disconnect()
    await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(2))
    await FakeWebSocket.latest.accept()
    await user.click(await log().findByRole('button', { name: 'Retry' }))
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Lost'])
  })

  it('keeps an unsent draft after the session has ended, and shows it to its author only', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Half a quest')
    cleanup()
    await showChat(mockSignedIn({ student_id: 8 }))
    expect(field()).toHaveProperty('value', '')
    cleanup()
    await showChat()
    expect(field()).toHaveProperty('value', 'Half a quest')
  })

  it('forgets the draft once it is sent', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello{Enter}')
    cleanup()
    await showChat()
    expect(field()).toHaveProperty('value', '')
  })

  it('keeps an unsent message after the session has ended, and sends it on Retry', async () => {
    const { user } = await showChat()
    await FakeWebSocket.latest.disconnect(CLOSE_CODES.notSignedIn)
    await user.type(field(), 'Written offline{Enter}')
    cleanup()
    const again = await showChat()
    log().getByText('Not sent')
    await again.user.click(log().getByRole('button', { name: 'Retry' }))
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Written offline'])
  })

  it('does not offer Retry after a reload for a message that was stored', async () => {
    const messages = [buildAnswer(3, 'Before')]
    const { user } = await showChat({ getMsg: () => ({ msg: messages, nextPage: null }) })
    await user.type(field(), 'Stored{Enter}')
    cleanup()
    await showChat({
      getMsg: () => ({ msg: [buildMessage({ msg_id: 4, msg_text: 'Stored' }), ...messages], nextPage: null }),
    })
    await waitFor(() => expect(log().getAllByText('Stored')).toHaveLength(1))
    expect(log().queryByText('Not sent')).toBeNull()
  })

  it.each(['null', '{', '[1, {}, null]', '"text"'])(
    'ignores stored messages that it cannot read: %s',
    async (stored) => {
      sessionStorage.setItem('chat-unsent:7', stored)
      await showChat()
      log().getByText('No Chat data for this user')
    },
  )

  it('cuts a stored draft to the length of a message', async () => {
    localStorage.setItem('chat-draft:7:7', 'x'.repeat(5_000))
    await showChat()
    expect(field()).toHaveProperty('value', 'x'.repeat(4_000))
  })
})
