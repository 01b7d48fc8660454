import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildConversation, buildMessage, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const KEN = buildConversation({ student_id: 8, first_name: 'Ken', last_name: 'Watanabe' })
const MARA = buildConversation({ unread: 2, last: buildMessage({ msg_text: 'Is every course mine?' }) })

beforeEach(() => FakeWebSocket.install())

async function showChats(address: string, network: CallMocks = {}) {
  const view = await showScreen(address, {
    ...mockSignedIn({ student_id: 1, role: 'admin', first_name: 'Ada' }),
    getConversations: ({ search_text }) => ({ msg: search_text === 'ken' ? [KEN] : [MARA, KEN], nextPage: null }),
    getUserData: ({ id }) => ({
      msg: { data: [buildUser({ student_id: Number(id), first_name: id === 8 ? 'Ken' : 'Mara' })] },
    }),
    getMsg: ({ receiver_id }) => ({ msg: receiver_id === 7 ? [buildMessage()] : [], nextPage: null }),
    markRead: () => ({ msg: { unread: 0 } }),
    ...network,
  })
  await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(1))
  await FakeWebSocket.latest.accept()
  return view
}

const list = () => within(screen.getByRole('navigation', { name: 'Chats' }))
const names = () =>
  list()
    .getAllByRole('link')
    .map((link) => link.textContent)
const conversation = () => within(screen.getByRole('region', { name: 'Conversation' }))

describe("The admin's chat", () => {
  it('lists the students with their last message and what is unread, and asks to pick one', async () => {
    await showChats('/dashboard/chat')
    expect(screen.getByText('Select Chat')).toBeTruthy()
    expect(names()[0]).toMatch(/^Mara Ilves.*Is every course mine\?2 unread$/)
    expect(names()[1]).toBe('Ken WatanabeNo messages yet')
    expect(screen.getByRole('navigation', { name: 'Dashboard' }).textContent).toContain('2 unread')
  })

  it('opens a conversation by its address, and marks it as read', async () => {
    const { user, calls, router } = await showChats('/dashboard/chat')
    await user.click(list().getByRole('link', { name: /Mara/ }))
    expect(router.state.location.search).toBe('?student=7')
    expect(await conversation().findByText('Is every course mine for good?')).toBeTruthy()
    expect(conversation().getByRole('heading', { name: 'Mara Ilves' })).toBeTruthy()
    await waitFor(() => expect(calls).toContainEqual({ name: 'markRead', input: { student_id: 7, msg_id: 100 } }))
    await waitFor(() => expect(list().queryByText(/unread/)).toBeNull())
  })

  it('finds the list where it was left: on picking somebody, and on coming back from another panel', async () => {
    const { user, router } = await showChats('/dashboard/chat')
    const box = screen.getByRole('navigation', { name: 'Chats' })
    box.scrollTop = 120
    fireEvent.scroll(box)
    await user.click(list().getByRole('link', { name: /Mara/ }))
    expect(screen.getByRole('navigation', { name: 'Chats' }).scrollTop).toBe(120)
    await act(() => router.navigate('/dashboard/nowhere'))
    await act(() => router.navigate('/dashboard/chat'))
    expect((await screen.findByRole('navigation', { name: 'Chats' })).scrollTop).toBe(120)
  })

  it('says when a student has no messages, and lets the admin write first', async () => {
    const { user } = await showChats('/dashboard/chat?student=8')
    expect(await conversation().findByText('No Chat data for this user')).toBeTruthy()
    await user.type(conversation().getByRole('textbox', { name: 'Message' }), 'Welcome{Enter}')
    expect(FakeWebSocket.latest.getSent('chat')).toMatchObject([{ sender_id: 1, receiver_id: 8, msg: 'Welcome' }])
  })

  it('finds students by name or e-mail, and keeps the words in the address', async () => {
    const { user, router } = await showChats('/dashboard/chat')
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or e-mail' }), 'ken')
    await waitFor(() => expect(router.state.location.search).toBe('?search=ken'))
    await waitFor(() => expect(names()).toHaveLength(1))
    await user.click(list().getByRole('link', { name: /Ken/ }))
    expect(new URLSearchParams(router.state.location.search).get('search')).toBe('ken')
  })

  it('moves up whoever writes, with one more unread, whichever admin it was written to', async () => {
    await showChats('/dashboard/chat')
    await FakeWebSocket.latest.emitFrame({
      msg_id: 201,
      msg: 'A question',
      date: new Date().toISOString(),
      from: 8,
      to: 2,
    })
    expect(names()[0]).toMatch(/^Ken Watanabe.*A question1 unread$/)
    await FakeWebSocket.latest.emitFrame({ type: 'typing', from: 7, to: 1 })
    expect(list().getByText('is typing…')).toBeTruthy()
  })

  it('follows what another admin answers and reads', async () => {
    await showChats('/dashboard/chat?student=8')
    await conversation().findByText('No Chat data for this user')
    await FakeWebSocket.latest.emitFrame({
      msg_id: 202,
      msg: 'From a colleague',
      date: new Date().toISOString(),
      from: 2,
      to: 8,
    })
    expect(within(conversation().getByRole('log')).getByText('From a colleague')).toBeTruthy()
    expect(conversation().getByText('Another admin')).toBeTruthy()
    await FakeWebSocket.latest.emitFrame({ type: 'read', student_id: 7, msg_id: 100, unread: 0 })
    expect(list().queryByText(/unread/)).toBeNull()
  })

  it('shows the way on where the list does not come', async () => {
    let isBroken = true
    const { user } = await showChats('/dashboard/chat', {
      getConversations: () => {
        if (isBroken) throw new AppError('connection')
        return { msg: [MARA], nextPage: null }
      },
    })
    isBroken = false
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await list().findByText('Mara Ilves')).toBeTruthy()
  })
})
