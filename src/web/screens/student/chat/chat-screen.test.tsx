import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildMessage, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const ADMIN = { student_id: 1, first_name: 'Ada', last_name: 'Berg', image_url: '' }
const answer = (msg_id: number, msg_text: string) => buildMessage({ msg_id, msg_text, sender_id: 1, receiver_id: 7 })

beforeEach(() => FakeWebSocket.install())

async function showChat(network: CallMocks = {}) {
  const view = await showScreen('/student/chat', {
    ...mockSignedIn(),
    getAdminId: () => ({ msg: [ADMIN] }),
    getMsg: () => ({ msg: [], nextPage: null }),
    markRead: () => ({ msg: { unread: 0 } }),
    ...network,
  })
  await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(1))
  await FakeWebSocket.latest.accept()
  return view
}

const log = () => within(screen.getByRole('log'))
const field = () => screen.getByRole('textbox', { name: 'Message' })

describe("The student's chat", () => {
  it('is titled Chat, names the admin, and says when there is nothing yet', async () => {
    await showChat()
    expect(screen.getByRole('heading', { level: 1, name: 'Chat' })).toBeTruthy()
    expect(screen.getByText('with Ada Berg')).toBeTruthy()
    expect(log().getByText('No Chat data for this user')).toBeTruthy()
  })

  it('shows a message as sending at once and as sent when it comes back stored; the field is empty again', async () => {
    const { user } = await showChat()
    await user.type(field(), '  Hello  {Enter}')
    expect(field()).toHaveProperty('value', '')
    await log().findByText('Hello')
    expect(log().getByText('Sending …')).toBeTruthy()
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
    expect(log().getByText('Sent')).toBeTruthy()
  })

  it('sends nothing that is blank, and nothing where there is no admin', async () => {
    const { user } = await showChat()
    await user.type(field(), '   {Enter}')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(FakeWebSocket.latest.getSent('chat')).toEqual([])
  })

  it('has a closed field where there is no admin to write to', async () => {
    await showChat({ getAdminId: () => ({ msg: [] }) })
    expect(field()).toHaveProperty('disabled', true)
  })

  it('shows what the server says against a message, and sends it again on Retry', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello{Enter}')
    const id = FakeWebSocket.latest.getSent('chat')[0]?.client_id ?? ''
    await FakeWebSocket.latest.emitFrame({
      type: 'error',
      status: false,
      msg: 'Too many messages. Please wait a moment',
      client_id: id,
    })
    expect(log().getByText('Too many messages. Please wait a moment')).toBeTruthy()
    await user.click(log().getByRole('button', { name: 'Retry' }))
    expect(FakeWebSocket.latest.getSent('chat').map(({ client_id }) => client_id)).toEqual([id, id])
    await user.click(await log().findByText('Sending …'))
  })

  it('shows an answer, tells the server that it is read, and shows who is writing', async () => {
    const { calls } = await showChat()
    await FakeWebSocket.latest.emitFrame({ type: 'typing', from: 1, to: 7 })
    expect(screen.getByText('Ada Berg is writing …')).toBeTruthy()
    await FakeWebSocket.latest.emitFrame({ msg_id: 9, msg: 'Yes.', date: new Date().toISOString(), from: 1, to: 7 })
    expect(log().getByText('Yes.')).toBeTruthy()
    expect(screen.queryByText('Ada Berg is writing …')).toBeNull()
    await waitFor(() => expect(calls).toContainEqual({ name: 'markRead', input: { student_id: 7, msg_id: 9 } }))
  })

  it('tells that one is writing at most every 3 seconds', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello there')
    expect(FakeWebSocket.latest.getSent('typing')).toEqual([{ type: 'typing', sender_id: 7, receiver_id: 1 }])
  })

  it('shows HTML as the text that it is', async () => {
    await showChat({ getMsg: () => ({ msg: [answer(3, '<img src=x onerror=alert(1)>')], nextPage: null }) })
    expect(log().getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
    expect(log().queryByRole('img')).toBeNull()
  })

  it('says that the line is lost, comes back, fetches what it missed and sends what waited, each once', async () => {
    let messages = [answer(3, 'Before')]
    const { user } = await showChat({ getMsg: () => ({ msg: messages, nextPage: null }) })
    await user.type(field(), 'On the way{Enter}')
    await FakeWebSocket.latest.disconnect()
    expect(screen.getByText('Connection lost. Trying again …')).toBeTruthy()
    await user.type(field(), 'Waiting{Enter}')
    messages = [answer(5, 'Missed'), buildMessage({ msg_id: 4, msg_text: 'On the way' }), ...messages]
    await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(2))
    await FakeWebSocket.latest.accept()
    expect(screen.queryByText('Connection lost. Trying again …')).toBeNull()
    await log().findByText('Missed')
    for (const text of ['Before', 'On the way', 'Missed', 'Waiting']) expect(log().getAllByText(text)).toHaveLength(1)
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Waiting'])
  })

  it('offers what went out and was not stored again, rather than writing it twice or losing it', async () => {
    const { user } = await showChat({ getMsg: () => ({ msg: [answer(3, 'Before')], nextPage: null }) })
    await user.type(field(), 'Lost{Enter}')
    await FakeWebSocket.latest.disconnect()
    await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(2))
    await FakeWebSocket.latest.accept()
    await user.click(await log().findByRole('button', { name: 'Retry' }))
    expect(FakeWebSocket.latest.getSent('chat').map(({ msg }) => msg)).toEqual(['Lost'])
  })
})
