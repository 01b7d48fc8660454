import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildConversation, buildMessage, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy import does not count towards the first test.
import './chat-screen.tsx'

const KEN = buildConversation({ student_id: 8, first_name: 'Ken', last_name: 'Watanabe' })
const MARA = buildConversation({ unread: 2, last: buildMessage({ msg_text: 'Is every course mine?' }) })

beforeEach(() => {
  FakeWebSocket.install()
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(() => void vi.useRealTimers())

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
  if (address.includes('student=')) await acceptSocket()
  return view
}

/** The socket opens when a student is first selected. */
async function acceptSocket() {
  await waitFor(() => expect(FakeWebSocket.opened).toHaveLength(1))
  await FakeWebSocket.latest.accept()
}

const list = () => within(screen.getByRole('navigation', { name: 'Chats' }))
const names = () =>
  list()
    .getAllByRole('link')
    .map((link) => link.textContent)
const conversation = () => within(screen.getByRole('region', { name: 'Conversation' }))

const emitMessage = (message: { msg_id: number; msg: string; from: number; to: number }) =>
  FakeWebSocket.latest.emitFrame({ ...message, date: new Date().toISOString() })

describe('The admin chat', () => {
  it('lists the students with their last and unread messages before one is selected', async () => {
    await showChats('/dashboard/chat')
    expect(screen.getByText('Select Chat')).toBeTruthy()
    expect(names()[0]).toMatch(/^Mara Ilves.*Is every course mine\?2 unread$/)
    expect(names()[1]).toBe('Ken WatanabeNo messages yet')
    expect(screen.getByRole('navigation', { name: 'Dashboard' }).textContent).toContain('2 unread')
  })

  it('says that a student is gone who is deleted while the chat is open', async () => {
    let isDeleted = false
    const { user } = await showChats('/dashboard/chat?student=8', {
      getUserData: ({ id }) => {
        if (isDeleted) throw new AppError('user_not_found')
        return { msg: { data: [buildUser({ student_id: Number(id), first_name: 'Ken' })] } }
      },
    })
    await conversation().findByRole('heading', { name: /^Ken/ })
    isDeleted = true
    vi.useFakeTimers({ now: Date.now() + 60_000, shouldAdvanceTime: true })
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await screen.findByRole('heading', { level: 1, name: 'Student not found' })
    await user.click(screen.getByRole('link', { name: 'All chats' }))
    await screen.findByText('Select Chat')
  })

  it('opens the socket when a student is first selected, and keeps it for the other panels', async () => {
    const { user, router } = await showChats('/dashboard/chat')
    await list().findByRole('link', { name: /Mara/ })
    expect(FakeWebSocket.opened).toHaveLength(0)
    await user.click(list().getByRole('link', { name: /Mara/ }))
    await acceptSocket()
    vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: true })
    await act(() => router.navigate('/dashboard/nowhere'))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(FakeWebSocket.latest.isClosed).toBe(false)
    expect(FakeWebSocket.opened).toHaveLength(1)
  })

  it('shows new messages within seconds before a student is selected', async () => {
    let rows = [MARA, KEN]
    vi.useFakeTimers({ now: Date.now(), shouldAdvanceTime: true })
    await showChats('/dashboard/chat', { getConversations: () => ({ msg: rows, nextPage: null }) })
    expect(names()[0]).toMatch(/^Mara/)
    rows = [{ ...KEN, unread: 1, last: buildMessage({ msg_id: 300, sender_id: 8, msg_text: 'A question' }) }, MARA]
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(names()[0]).toMatch(/^Ken Watanabe.*A question1 unread$/))
    expect(screen.getByRole('navigation', { name: 'Dashboard' }).textContent).toContain('3 unread')
    expect(FakeWebSocket.opened).toHaveLength(0)
  })

  it.each([
    [8, 'A question'],
    [1, 'You: A question'],
    [99, 'Admin: A question'],
  ])('names who wrote last: %i', async (sender_id, text) => {
    const last = buildMessage({ sender_id, msg_text: 'A question' })
    await showChats('/dashboard/chat', { getConversations: () => ({ msg: [{ ...KEN, last }], nextPage: null }) })
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('opens the conversation of the selected student, and marks it as read', async () => {
    const { user, calls } = await showChats('/dashboard/chat')
    await user.click(list().getByRole('link', { name: /Mara/ }))
    expect(await conversation().findByText('Is every course mine for good?')).toBeTruthy()
    expect(conversation().getByRole('heading', { name: 'Mara Ilves' })).toBeTruthy()
    expect(list().getByRole('link', { name: /Mara/, current: true })).toBeTruthy()
    await waitFor(() => expect(calls).toContainEqual({ name: 'markRead', input: { student_id: 7, msg_id: 100 } }))
    await waitFor(() => expect(list().queryByText(/unread/)).toBeNull())
  })

  it('keeps the scroll position of the list when a student is selected and after visiting another panel', async () => {
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

  it('lets the admin send the first message', async () => {
    const { user } = await showChats('/dashboard/chat?student=8')
    expect(await conversation().findByText('No Chat data for this user')).toBeTruthy()
    await user.type(conversation().getByRole('textbox', { name: 'Message' }), 'Welcome{Enter}')
    expect(FakeWebSocket.latest.getSent('chat')).toMatchObject([{ sender_id: 1, receiver_id: 8, msg: 'Welcome' }])
  })

  it('keeps an unsent draft while another student is selected', async () => {
    const { user } = await showChats('/dashboard/chat?student=7')
    const field = () => conversation().findByRole('textbox', { name: 'Message' })
    await user.type(await field(), 'For Mara')
    await user.click(list().getByRole('link', { name: /Ken/ }))
    await conversation().findByRole('heading', { name: 'Ken Ilves' })
    expect(await field()).toHaveProperty('value', '')
    await user.click(list().getByRole('link', { name: /Mara/ }))
    await conversation().findByRole('heading', { name: 'Mara Ilves' })
    expect(await field()).toHaveProperty('value', 'For Mara')
  })

  it('searches students, and keeps the search when one is selected', async () => {
    const { user } = await showChats('/dashboard/chat')
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'ken')
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('Ken')]))
    await user.click(list().getByRole('link', { name: /Ken/ }))
    expect(await conversation().findByRole('heading', { name: 'Ken Ilves' })).toBeTruthy()
    expect(names()).toEqual([expect.stringContaining('Ken')])
  })

  it('lists unanswered chats only, and keeps the filter with a search and a selected student', async () => {
    const { user, calls } = await showChats('/dashboard/chat', {
      getConversations: ({ select_data, search_text }) => ({
        msg: select_data === 'Unanswered' ? (search_text === 'zzz' ? [] : [MARA]) : [MARA, KEN],
        nextPage: null,
      }),
    })
    const filter = within(screen.getByRole('navigation', { name: 'Show' }))
    filter.getByRole('link', { name: 'All', current: 'page' })
    await user.click(filter.getByRole('link', { name: 'Unanswered' }))
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('Mara')]))
    filter.getByRole('link', { name: 'Unanswered', current: 'page' })
    await user.click(list().getByRole('link', { name: /Mara/ }))
    await conversation().findByRole('heading', { name: 'Mara Ilves' })
    expect(names()).toEqual([expect.stringContaining('Mara')])
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'zzz')
    await list().findByText('No unanswered chats match “zzz”.')
    expect(calls).toContainEqual({
      name: 'getConversations',
      input: { page: 1, search_text: 'zzz', select_data: 'Unanswered' },
    })
    await user.click(filter.getByRole('link', { name: 'All' }))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  it('says when no chat is unanswered', async () => {
    await showChats('/dashboard/chat?type=Unanswered', {
      getConversations: ({ select_data }) => ({ msg: select_data ? [] : [KEN], nextPage: null }),
    })
    await list().findByText('No unanswered chats.')
    expect(screen.queryByText('No students yet')).toBeNull()
    screen.getByRole('navigation', { name: 'Show' })
  })

  it('drops an answered student from the unanswered chats, and adds one who writes', async () => {
    let unanswered = [MARA]
    await showChats('/dashboard/chat?student=7&type=Unanswered', {
      getConversations: ({ select_data }) => ({ msg: select_data ? unanswered : [MARA, KEN], nextPage: null }),
    })
    expect(names()).toEqual([expect.stringContaining('Mara')])
    unanswered = []
    await emitMessage({ msg_id: 201, msg: 'An answer', from: 1, to: 7 })
    await list().findByText('No unanswered chats.')
    unanswered = [{ ...KEN, unread: 1, last: buildMessage({ msg_id: 202, sender_id: 8 }) }]
    await emitMessage({ msg_id: 202, msg: 'A question', from: 8, to: 1 })
    await waitFor(() => expect(names()).toEqual([expect.stringContaining('Ken')]))
  })

  it('moves a student up with a new message to any admin, and shows who is typing', async () => {
    await showChats('/dashboard/chat?student=7')
    await emitMessage({ msg_id: 201, msg: 'A question', from: 8, to: 2 })
    expect(names()[0]).toMatch(/^Ken Watanabe.*A question1 unread$/)
    await FakeWebSocket.latest.emitFrame({ type: 'typing', from: 7, to: 1 })
    expect(list().getByText('is typing…')).toBeTruthy()
  })

  it('counts a message of a student whom only the search lists', async () => {
    let rows = [{ ...MARA, unread: 0 }]
    await showChats('/dashboard/chat?student=7&search=ken', {
      getConversations: ({ search_text }) =>
        search_text === 'ken' ? { msg: [KEN], nextPage: null } : { msg: rows, nextPage: 2 },
    })
    rows = [{ ...KEN, unread: 1, last: buildMessage({ msg_id: 201, sender_id: 8 }) }]
    await emitMessage({ msg_id: 201, msg: 'A question', from: 8, to: 1 })
    const sidebar = screen.getByRole('navigation', { name: 'Dashboard' })
    await waitFor(() => expect(sidebar.textContent).toContain('1+ unread'))
  })

  it('shows what another admin answers and reads', async () => {
    await showChats('/dashboard/chat?student=8')
    await conversation().findByText('No Chat data for this user')
    await emitMessage({ msg_id: 202, msg: 'From a colleague', from: 2, to: 8 })
    expect(within(conversation().getByRole('log')).getByText('From a colleague')).toBeTruthy()
    expect(conversation().getByText('Another admin')).toBeTruthy()
    await FakeWebSocket.latest.emitFrame({ type: 'read', student_id: 7, msg_id: 100, unread: 0 })
    expect(list().queryByText(/unread/)).toBeNull()
  })

  it('says that there are no students yet, without a search that cannot find any', async () => {
    await showChats('/dashboard/chat', { getConversations: () => ({ msg: [], nextPage: null }) })
    await screen.findByText('No students yet')
    screen.getByText('Students who sign up appear here.')
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByText('Select Chat')).toBeNull()
    expect(screen.queryByText('No more users')).toBeNull()
    expect(screen.queryByRole('list', { name: 'Chats' })).toBeNull()
  })

  it('says when no student matches a search', async () => {
    await showChats('/dashboard/chat?search=zzz', { getConversations: () => ({ msg: [], nextPage: null }) })
    await screen.findByText('No students match “zzz”.')
    expect(screen.queryByText('No students yet')).toBeNull()
    expect(within(screen.getByRole('navigation', { name: 'Chats' })).queryByRole('list')).toBeNull()
    screen.getByText('Select Chat')
  })

  it('loads the list again after a failure', async () => {
    let isDown = true
    const { user } = await showChats('/dashboard/chat', {
      getConversations: () => {
        if (isDown) throw new AppError('connection')
        return { msg: [MARA], nextPage: null }
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(retry)
    expect(await list().findByText('Mara Ilves')).toBeTruthy()
  })
})
