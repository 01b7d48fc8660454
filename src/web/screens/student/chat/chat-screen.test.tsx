import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aMessage, signedIn } from '#web/testing/examples.ts'
import { FakeSocket } from '#web/testing/fake-socket.ts'
import type { Network } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const ADMIN = { student_id: 1, first_name: 'Ada', last_name: 'Berg', image_url: '' }
const answer = (msg_id: number, msg_text: string) => aMessage({ msg_id, msg_text, sender_id: 1, receiver_id: 7 })

beforeEach(() => FakeSocket.install())

async function showChat(network: Network = {}) {
  const view = await showScreen('/student/chat', {
    ...signedIn(),
    getAdminId: () => ({ msg: [ADMIN] }),
    getMsg: () => ({ msg: [], nextPage: null }),
    markRead: () => ({ msg: { unread: 0 } }),
    ...network,
  })
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  await FakeSocket.latest.accept()
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
    const [frame] = FakeSocket.latest.sentOf('chat')
    expect(frame).toMatchObject({ sender_id: 7, receiver_id: 1, msg: 'Hello' })
    await FakeSocket.latest.say({
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
    expect(FakeSocket.latest.sentOf('chat')).toEqual([])
  })

  it('has a closed field where there is no admin to write to', async () => {
    await showChat({ getAdminId: () => ({ msg: [] }) })
    expect(field()).toHaveProperty('disabled', true)
  })

  it('shows what the server says against a message, and sends it again on Retry', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello{Enter}')
    const id = FakeSocket.latest.sentOf('chat')[0]?.client_id ?? ''
    await FakeSocket.latest.say({
      type: 'error',
      status: false,
      msg: 'Too many messages. Please wait a moment',
      client_id: id,
    })
    expect(log().getByText('Too many messages. Please wait a moment')).toBeTruthy()
    await user.click(log().getByRole('button', { name: 'Retry' }))
    expect(FakeSocket.latest.sentOf('chat').map(({ client_id }) => client_id)).toEqual([id, id])
    await user.click(await log().findByText('Sending …'))
  })

  it('shows an answer, tells the server that it is read, and shows who is writing', async () => {
    const { calls } = await showChat()
    await FakeSocket.latest.say({ type: 'typing', from: 1, to: 7 })
    expect(screen.getByText('Ada Berg is writing …')).toBeTruthy()
    await FakeSocket.latest.say({ msg_id: 9, msg: 'Yes.', date: new Date().toISOString(), from: 1, to: 7 })
    expect(log().getByText('Yes.')).toBeTruthy()
    expect(screen.queryByText('Ada Berg is writing …')).toBeNull()
    await waitFor(() => expect(calls).toContainEqual({ name: 'markRead', input: { student_id: 7, msg_id: 9 } }))
  })

  it('tells that one is writing at most every 3 seconds', async () => {
    const { user } = await showChat()
    await user.type(field(), 'Hello there')
    expect(FakeSocket.latest.sentOf('typing')).toEqual([{ type: 'typing', sender_id: 7, receiver_id: 1 }])
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
    await FakeSocket.latest.cut()
    expect(screen.getByText('Connection lost. Trying again …')).toBeTruthy()
    await user.type(field(), 'Waiting{Enter}')
    messages = [answer(5, 'Missed'), aMessage({ msg_id: 4, msg_text: 'On the way' }), ...messages]
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2))
    await FakeSocket.latest.accept()
    expect(screen.queryByText('Connection lost. Trying again …')).toBeNull()
    await log().findByText('Missed')
    for (const text of ['Before', 'On the way', 'Missed', 'Waiting']) expect(log().getAllByText(text)).toHaveLength(1)
    expect(FakeSocket.latest.sentOf('chat').map(({ msg }) => msg)).toEqual(['Waiting'])
  })

  it('offers what went out and was not stored again, rather than writing it twice or losing it', async () => {
    const { user } = await showChat({ getMsg: () => ({ msg: [answer(3, 'Before')], nextPage: null }) })
    await user.type(field(), 'Lost{Enter}')
    await FakeSocket.latest.cut()
    await waitFor(() => expect(FakeSocket.opened).toHaveLength(2))
    await FakeSocket.latest.accept()
    await user.click(await log().findByRole('button', { name: 'Retry' }))
    expect(FakeSocket.latest.sentOf('chat').map(({ msg }) => msg)).toEqual(['Lost'])
  })
})
