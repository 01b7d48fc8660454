import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'
import './coupons-screen.tsx'

const buildCoupon = (values: Partial<Coupon> = {}): Coupon => ({
  ...{ coupon_id: 1, code: 'WELCOME', kind: 'percent', value: 25, course_ids: [], course_titles: [] },
  ...{ starts: null, ends: null, max_uses: null, max_per_student: 1, used: 0, state: 'active', version: 'v1' },
  deletable: true,
  created_date: '2026-11-01T09:30:00.000Z',
  ...values,
})
const ENDED = '2026-11-20T09:30:12.345Z'

/** Keeps the coupons as a server does. */
async function showCoupons(coupons: Coupon[], mocks: CallMocks = {}, address = '/dashboard/coupons') {
  const rows = [...coupons]
  const change = (id: number | string, changes: Partial<Coupon>) => {
    const index = rows.findIndex((row) => row.coupon_id === Number(id))
    const changed = { ...(rows[index] ?? buildCoupon()), ...changes }
    rows[index] = changed
    return changed
  }
  const view = await showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getPaymentSettings: () => ({ msg: { providers: ['test'], currency: 'USD', tax_rate: 0, tax_included: true } }),
    getCourses: () => ({
      msg: [
        { course_id: 41, title: 'Databases' },
        { course_id: 42, title: 'Git' },
      ],
      nextPage: null,
    }),
    getCoupons: ({ search_text = '' }) => ({
      msg: rows.filter(({ code }) => code.includes(search_text.toUpperCase())),
      nextPage: null,
    }),
    addCoupon: ({ code, kind, value }) => {
      const added = buildCoupon({ coupon_id: 99, code: code.toUpperCase(), kind, value })
      rows.unshift(added)
      return { msg: added }
    },
    updateCoupon: ({ coupon_id, ends = null }) => ({ msg: change(coupon_id, { ends }) }),
    endCoupon: ({ coupon_id }) => ({ msg: change(coupon_id, { ends: ENDED, state: 'ended' }) }),
    deleteCoupon: ({ coupon_id }) => {
      rows.splice(
        rows.findIndex((row) => row.coupon_id === Number(coupon_id)),
        1,
      )
      return { msg: 'The coupon was deleted' }
    },
    ...mocks,
  })
  return { ...view, getInput: (name: string) => view.calls.findLast((call) => call.name === name)?.input }
}
const findRow = (code: string) => screen.findByRole('row', { name: new RegExp(code) }).then((row) => within(row))
const openForm = async (user: Awaited<ReturnType<typeof showCoupons>>['user'], button: string, title: string) => {
  await user.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: title }))
}

describe('the list of coupons', () => {
  it('shows the dates as they were chosen east of UTC', async () => {
    stubTimeZone('Asia/Tokyo')
    await showCoupons([buildCoupon({ starts: '2096-01-01T15:00:00.000Z' })])
    expect((await findRow('WELCOME')).getAllByText('From Jan 2, 2096')).not.toHaveLength(0)
  })

  it.each<[string, Partial<Coupon>, string[]]>([
    ['a percentage', {}, ['25%', '0 used, 1 per student', 'ActiveWithout an end']],
    [
      'an amount',
      { kind: 'amount', value: 10.5, max_per_student: null, used: 3 },
      ['$10.50', '3 used', 'ActiveWithout an end'],
    ],
    [
      'limits',
      { max_uses: 5, used: 5, state: 'used_up' },
      ['25%', '5 of 5 used, 1 per student', 'Used upWithout an end'],
    ],
    [
      'an end that has passed by the clock of the server',
      { ends: '2096-01-02T09:00:00.000Z', state: 'ended' },
      ['25%', '0 used, 1 per student', 'EndedUntil Jan 2, 2096'],
    ],
    [
      'a start to come',
      { starts: '2096-01-02T09:00:00.000Z', ends: '2096-02-02T09:00:00.000Z', state: 'scheduled' },
      ['25%', '0 used, 1 per student', 'ScheduledJan 2, 2096 – Feb 2, 2096'],
    ],
  ])('describes a coupon with %s', async (_name, values, cells) => {
    await showCoupons([buildCoupon(values)])
    const row = await findRow('WELCOME')
    expect(
      row
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(1, 4),
    ).toEqual(cells)
  })

  it('names the courses', async () => {
    await showCoupons([
      buildCoupon({ course_ids: [41, 42], course_titles: ['Databases', 'Git'] }),
      buildCoupon({ coupon_id: 2, code: 'EVERY' }),
    ])
    expect((await findRow('WELCOME')).getAllByText('Databases, Git').length).toBeGreaterThan(0)
    expect((await findRow('EVERY')).getAllByText('All courses').length).toBeGreaterThan(0)
  })

  it('searches by code, and says when none matches', async () => {
    const { user } = await showCoupons([buildCoupon()], {}, '/dashboard/coupons?search=nothing')
    expect(await screen.findByText('No coupons match “nothing”.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Clear search' }))
    await findRow('WELCOME')
  })

  it('offers to add the first one', async () => {
    await showCoupons([])
    expect(await screen.findByText('No coupons yet')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Add coupon' })).toHaveLength(2)
  })

  it('copies a code, or says that it could not', async () => {
    const { user } = await showCoupons([buildCoupon()])
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(await screen.findByRole('button', { name: 'Copy WELCOME' }))
    expect(await screen.findByText('WELCOME was copied')).toBeTruthy()
    expect(write).toHaveBeenCalledWith('WELCOME')
    write.mockRejectedValueOnce(new Error('Denied'))
    await user.click(screen.getByRole('button', { name: 'Copy WELCOME' }))
    expect(await screen.findByText(/^Couldn’t copy the code/)).toBeTruthy()
    write.mockRestore()
  })

  it('ends a coupon at once', async () => {
    const coupon = buildCoupon({ used: 2, course_ids: [41], course_titles: ['Databases'], max_uses: 9 })
    const { user, getInput } = await showCoupons([coupon])
    await user.click(await screen.findByRole('button', { name: 'End WELCOME' }))
    expect(await screen.findByText('The coupon WELCOME has ended')).toBeTruthy()
    expect(getInput('endCoupon')).toEqual({ coupon_id: 1 })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End WELCOME' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Coupons' }))
  })

  it('deletes an unused coupon once confirmed, and offers it for no other', async () => {
    const { user } = await showCoupons([buildCoupon(), buildCoupon({ coupon_id: 2, code: 'USED', deletable: false })])
    await findRow('USED')
    expect(screen.queryByRole('button', { name: 'Delete USED' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete WELCOME' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('The coupon was deleted')).toBeTruthy()
    expect(screen.queryByRole('row', { name: /WELCOME/ })).toBeNull()
  })

  it('keeps the focus in the list when its last coupon is deleted', async () => {
    const { user } = await showCoupons([buildCoupon()])
    await user.click(await screen.findByRole('button', { name: 'Delete WELCOME' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    await screen.findByText('No coupons yet')
    const list = screen.getByRole('region', { name: 'Coupons' })
    expect([document.activeElement, list.tabIndex]).toEqual([list, -1])
  })

  it('restores the row and says why when an order has used it meanwhile', async () => {
    const consoleError = spyOnConsoleError()
    const { user } = await showCoupons([buildCoupon()], {
      deleteCoupon: () => {
        throw new AppError('coupon_in_use')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete WELCOME' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText(/^Couldn’t delete WELCOME\. Orders have used this coupon/)).toBeTruthy()
    await findRow('WELCOME')
    expect(consoleError).toHaveBeenCalledTimes(1)
  })
})

describe('the form of a coupon', () => {
  it('adds a percentage for all courses', async () => {
    const { user, getInput } = await showCoupons([])
    await user.click((await screen.findAllByRole('button', { name: 'Add coupon' }))[0] as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add coupon' }))
    await user.type(form.getByLabelText('Code'), 'spring')
    await user.type(form.getByLabelText('Percent'), '12,5')
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    expect(await screen.findByText('The coupon SPRING was added')).toBeTruthy()
    expect(getInput('addCoupon')).toEqual({
      ...{ code: 'spring', kind: 'percent', value: 12.5, course_ids: [], starts: null, ends: null },
      ...{ max_uses: null, max_per_student: 1 },
    })
    await findRow('SPRING')
  })

  it('adds an amount for some courses, with dates and limits', async () => {
    const { user, getInput } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'TEN')
    await user.selectOptions(form.getByLabelText('Takes off'), 'Amount')
    await user.type(form.getByLabelText('Amount (USD)'), '10')
    await user.click(form.getByRole('radio', { name: 'Only some courses' }))
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    expect(await form.findByText('Choose at least one course')).toBeTruthy()
    await user.click(await form.findByRole('checkbox', { name: 'Git' }))
    await user.type(form.getByLabelText('Starts'), '2026-12-01T09:30')
    await user.type(form.getByLabelText('Ends'), '2026-12-24T18:00')
    await user.type(form.getByLabelText('Uses in all'), '100')
    await user.clear(form.getByLabelText('Uses per student'))
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    await waitFor(() =>
      expect(getInput('addCoupon')).toEqual({
        ...{ code: 'TEN', kind: 'amount', value: 10, course_ids: [42], max_uses: 100, max_per_student: null },
        starts: new Date('2026-12-01T09:30').toISOString(),
        ends: new Date('2026-12-24T18:00').toISOString(),
      }),
    )
  })

  it('says at the field what is wrong, and sends nothing', async () => {
    const { user, calls } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'two words')
    await user.type(form.getByLabelText('Uses in all'), 'many')
    await user.clear(form.getByLabelText('Uses per student'))
    await user.type(form.getByLabelText('Uses per student'), '1e3')
    await user.type(form.getByLabelText('Starts'), '2026-12-24T18:00')
    await user.type(form.getByLabelText('Ends'), '2026-12-24T17:00')
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    for (const text of [
      'A coupon code has letters, digits, - and _ only',
      'Enter a number, such as 25',
      'The number of uses must be a whole number',
      'The uses per student must be a whole number',
    ])
      expect(await form.findByText(text)).toBeTruthy()
    await user.clear(form.getByLabelText('Code'))
    await user.type(form.getByLabelText('Code'), 'ONE')
    await user.clear(form.getByLabelText('Uses in all'))
    await user.type(form.getByLabelText('Uses in all'), '1000001')
    expect(await form.findByText('The number of uses can be at most 1,000,000')).toBeTruthy()
    await user.clear(form.getByLabelText('Uses in all'))
    await user.clear(form.getByLabelText('Uses per student'))
    await user.type(form.getByLabelText('Percent'), '101')
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    expect(await form.findByText('A percentage can be at most 100')).toBeTruthy()
    expect(form.getByText('The end must be after the start')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'addCoupon')).toBe(false)
  })

  it('refuses an end of which the time is missing', async () => {
    const { user, calls } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'SPRING')
    await user.type(form.getByLabelText('Percent'), '10')
    // As browsers report it: the field has no value yet.
    Object.defineProperty(form.getByLabelText('Ends'), 'validity', { value: { badInput: true } })
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    expect(await form.findByText('Enter the date and the time')).toBeTruthy()
    expect(document.activeElement).toBe(form.getByLabelText('Ends'))
    expect(calls.some(({ name }) => name === 'addCoupon')).toBe(false)
  })

  it.each(['Starts', 'Ends'])('refuses a year of six digits: %s', async (name) => {
    const { user, calls } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'SPRING')
    await user.type(form.getByLabelText('Percent'), '100')
    const field = form.getByLabelText<HTMLInputElement>(name)
    fireEvent.change(field, { target: { value: '202609-11-22T09:30' } })
    expect(field.value).toBe('202609-11-22T09:30')
    await user.click(form.getByRole('button', { name: 'Add coupon' }))
    expect(await form.findByText('Enter the date and the time')).toBeTruthy()
    expect(calls.some(({ name: call }) => call === 'addCoupon')).toBe(false)
  })

  it('edits a coupon without moving times that were not changed', async () => {
    const coupon = buildCoupon({
      ...{ kind: 'amount', value: 10, course_ids: [77, 41], course_titles: ['Deleted course', 'Databases'] },
      ...{ starts: '2026-11-20T07:30:12.345Z', ends: ENDED, max_uses: 5, max_per_student: 2 },
    })
    const { user, getInput } = await showCoupons([coupon])
    const form = await openForm(user, 'Edit WELCOME', 'Edit WELCOME')
    expect(await form.findByRole('checkbox', { name: 'Deleted course', checked: true })).toBeTruthy()
    expect(form.getByRole('checkbox', { name: 'Databases', checked: true })).toBeTruthy()
    await user.clear(form.getByLabelText('Amount (USD)'))
    await user.type(form.getByLabelText('Amount (USD)'), '7.25')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The coupon WELCOME was saved')).toBeTruthy()
    expect(getInput('updateCoupon')).toEqual({
      ...{ coupon_id: 1, code: 'WELCOME', kind: 'amount', value: 7.25, course_ids: [77, 41] },
      ...{ starts: coupon.starts, ends: coupon.ends, max_uses: 5, max_per_student: 2 },
      version: 'v1',
    })
  })

  it('says that another admin has changed the coupon, and loads it for the next form', async () => {
    const { user, calls } = await showCoupons([buildCoupon()], {
      updateCoupon: () => {
        throw new AppError('changed_meanwhile')
      },
    })
    const form = await openForm(user, 'Edit WELCOME', 'Edit WELCOME')
    const countLoads = () => calls.filter(({ name }) => name === 'getCoupons').length
    const before = countLoads()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect((await form.findByRole('alert')).textContent).toContain('Someone else saved changes')
    await waitFor(() => expect(countLoads()).toBe(before + 1))
  })

  it('says at once that it failed, while the coupons are still asked for', async () => {
    let isDown = false
    const { user } = await showCoupons([], {
      getCoupons: () => (isDown ? new Promise(() => {}) : { msg: [buildCoupon()], nextPage: null }),
      updateCoupon: () => {
        isDown = true
        throw new AppError('connection')
      },
    })
    const form = await openForm(user, 'Edit WELCOME', 'Edit WELCOME')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText(new AppError('connection').message)
  })

  it('says at the field that the code is taken', async () => {
    const { user } = await showCoupons([buildCoupon()], {
      addCoupon: () => {
        throw new AppError('coupon_code_taken')
      },
    })
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'WELCOME')
    await user.type(form.getByLabelText('Percent'), '5{Enter}')
    expect(await form.findByText('Another coupon has this code')).toBeTruthy()
    const code = form.getByLabelText('Code')
    expect(code).toHaveProperty('value', 'WELCOME')
    expect([code.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', code])
    expect(form.queryByRole('alert')).toBeNull()
  })

  it('asks before it discards changes', async () => {
    const { user } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'X')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(form.getByLabelText('Code')).toHaveProperty('value', 'X')
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps editing after Esc in the question whether to discard changes', async () => {
    const { user } = await showCoupons([buildCoupon()])
    const form = await openForm(user, 'Add coupon', 'Add coupon')
    await user.type(form.getByLabelText('Code'), 'X')
    for (const type of ['cancel', 'close']) {
      await user.click(form.getByRole('button', { name: 'Cancel' }))
      const question = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Discard unsaved changes?' })
      question.open = type === 'cancel'
      fireEvent(question, new Event(type, { cancelable: true }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull())
      expect(form.getByLabelText('Code')).toHaveProperty('value', 'X')
    }
  })
})
