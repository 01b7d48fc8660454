import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { RecordedCall, CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy import does not count towards the first test.
import './import-users-screen.tsx'
import '../users-screen.tsx'

const ADMIN = buildUser({ student_id: 1, first_name: 'Ada', role: 'admin' })
const HEAD = 'first_name,last_name,email,birthdate,gender\n'

type Batch = CallInput<'importUsers'>

/** Registers what is imported. */
function createServer(registeredEmails: string[] = []) {
  const registered = new Set(registeredEmails)
  return {
    findTakenEmails: ({ emails }) => ({ msg: emails.filter((email) => registered.has(email)) }),
    importUsers: ({ users }) => {
      const taken = users.map(({ email }) => email).filter((email) => registered.has(email))
      for (const { email } of users) registered.add(email)
      return { msg: { added: users.length - taken.length, taken } }
    },
    getUsers: () => ({ msg: [], nextPage: null }),
  } satisfies CallMocks
}

const showImport = (network: CallMocks = createServer()) =>
  showScreen('/dashboard/users/import', { ...mockSignedIn(ADMIN), ...network })
const buildCsv = (count: number) =>
  HEAD + Array.from({ length: count }, (_, n) => `Name${n},Okoro,n${n}@mail.example,,\n`).join('')
const batches = (calls: RecordedCall[]) =>
  calls.filter(({ name }) => name === 'importUsers').map(({ input }) => input as Batch)
/** By text: finding roles is slow beside a table of hundreds of rows. */
const button = (text: string) => screen.findByText(text, { selector: 'button' })
const heading = (text: string) => screen.findByText(text, { selector: 'h2' })
const choose = ({ user }: Awaited<ReturnType<typeof showImport>>, text: string, name = 'users.csv') =>
  user.upload(screen.getByLabelText('Choose a file'), new File([text], name, { type: 'text/csv' }))
/** The text of each cell, row by row. */
function getRows(name = 'Rows in the file') {
  const table = document.querySelector(`[role=table][aria-label="${name}"]`)
  const rows = [...(table?.querySelectorAll('[role=row]') ?? [])].slice(1)
  return rows.map((row) => [...row.querySelectorAll('[role=cell]')].map(({ textContent }) => textContent))
}

/** Returns the name and the text of the downloaded file. */
function captureDownload() {
  const saved: { name: string; blob: Blob }[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push({ name: '', blob: blob as Blob })}`
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
  return async () => {
    await waitFor(() => expect(saved.at(-1)?.name).toBeTruthy())
    const { name, blob } = saved.at(-1) ?? { name: '', blob: new Blob() }
    return { name, text: new TextDecoder().decode(await blob.arrayBuffer()) }
  }
}
afterEach(() => vi.restoreAllMocks())

// Tables of hundreds of rows are slow in jsdom.
describe('The import of users', () => {
  it('previews the problems of each row and field before anything is imported', async () => {
    const view = await showImport(createServer(['taken@mail.example']))
    const file = [
      'Role,E-mail,First name,Last name,Gender,Birthdate',
      'admin,ADA@Mail.example,Ada,Okoro,female,1991-04-17',
      'x,ben,,Okoro,other,2099-01-01',
      'x,ada@mail.example,Again,Okoro,,',
      'x,taken@mail.example,Taken,Okoro,,',
      'x,cy@mail.example,Cy,Okoro, Jr,,,,y',
    ]
    await choose(view, file.join('\n'))
    expect((await screen.findByText('1 ready')).parentElement?.textContent).toBe('1 ready, 4 with problems')
    expect(screen.getByRole('heading', { level: 2, name: 'users.csv' })).toBe(document.activeElement)
    expect(screen.getByText('Ignored columns: Role.')).toBeTruthy()
    // The second cell sums up the row for narrow screens.
    expect(getRows().map(([number, , ...rest]) => [number, ...rest])).toEqual([
      ['2', 'Ada', 'Okoro', 'ADA@Mail.example', '1991-04-17', 'female', 'Ready', 'Ready'],
      [
        '3',
        '–First name is required',
        'Okoro',
        'benEnter a valid email address',
        '2099-01-01Date of birth must be a real day in the past',
        'otherGender must be Male or Female',
        'Problem',
        'Problem',
      ],
      ['4', 'Again', 'Okoro', 'ada@mail.exampleSame email as row 2', '–', '–', 'Problem', 'Problem'],
      ['5', 'Taken', 'Okoro', 'taken@mail.exampleThis email is already registered', '–', '–', 'Problem', 'Problem'],
      [
        '6',
        'Cy',
        'Okoro',
        'cy@mail.example',
        '–',
        'JrGender must be Male or Female',
        'ProblemThis row has more values than columns',
        'Problem',
      ],
    ])
    await view.user.click(screen.getByRole('switch', { name: 'Only problems' }))
    expect(getRows().map(([number]) => number)).toEqual(['3', '4', '5', '6'])
    expect(batches(view.calls)).toHaveLength(0)
    expect(view.calls.filter(({ name }) => name === 'findTakenEmails')).toEqual([
      { name: 'findTakenEmails', input: { emails: ['ada@mail.example', 'taken@mail.example'] } },
    ])
    await view.user.click(screen.getByRole('button', { name: 'Import 1 user' }))
    expect(await screen.findByRole('heading', { name: '1 user imported' })).toBe(document.activeElement)
    const ada = {
      first_name: 'Ada',
      last_name: 'Okoro',
      email: 'ada@mail.example',
      birthdate: '1991-04-17',
      gender: 'Female',
    }
    expect(batches(view.calls)).toEqual([{ users: [ada], invite: false }])
  })

  it('offers the skipped rows as a file that can be fixed and imported', async () => {
    const saved = captureDownload()
    const view = await showImport({
      ...createServer(),
      importUsers: ({ users }) => ({ msg: { added: users.length - 1, taken: ['late@mail.example'] } }),
    })
    await choose(view, `${HEAD}Ada,Okoro,ada@mail.example,,\nLate,Okoro,late@mail.example,,\n'=cmd,"O,""x",nobody,,x\n`)
    await view.user.click(await screen.findByRole('switch', { name: /^Send invitations/ }))
    await view.user.click(screen.getByRole('button', { name: 'Import 2 users' }))
    await screen.findByRole('heading', { name: '1 user imported' })
    expect(batches(view.calls)[0]?.invite).toBe(true)
    expect(
      screen.getByText(
        'Each user gets an email with instructions to set a password. 2 rows were skipped. Download the file, fix the problems and import it again.',
      ),
    ).toBeTruthy()
    expect(getRows('Skipped rows').map(([number]) => number)).toEqual(['3', '4'])
    await view.user.click(screen.getByRole('button', { name: 'Download skipped rows' }))
    const { name, text } = await saved()
    expect(name).toBe('skipped-users.csv')
    expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
      'first_name,last_name,email,birthdate,gender,row,problem',
      'Late,Okoro,late@mail.example,,,3,This email was registered in the meantime',
      `'=cmd,"O,""x",nobody,,x,4,Enter a valid email address. Gender must be Male or Female`,
      '',
    ])
    await view.user.click(screen.getByRole('button', { name: 'Import another file' }))
    await choose(view, text)
    await screen.findByText('Ignored columns: row, problem.')
    expect(getRows().map(([, , firstName]) => firstName)).toEqual(['Late', '=cmd'])
  })

  it('imports in batches of 200, stops after a batch, asks before the page is left, and resumes', async () => {
    const answers: (() => void)[] = []
    const server = createServer()
    const view = await showImport({
      ...server,
      importUsers: (input) => new Promise((resolve) => answers.push(() => resolve(server.importUsers(input)))),
    })
    const answer = async (count: number) => {
      await waitFor(() => expect(answers).toHaveLength(count))
      answers.at(-1)?.()
    }
    await choose(view, buildCsv(450))
    await view.user.click(await button('Import 450 users'))
    await answer(1)
    const bar = await screen.findByRole('progressbar', { name: '200 of 450 users imported' })
    expect(bar.getAttribute('aria-valuenow')).toBe('44')
    await view.user.click(screen.getByRole('link', { name: 'All users' }))
    const question = within(await screen.findByRole('dialog', { name: 'Leave and stop the import?' }))
    expect(question.getByText(/^250 rows will not be imported if you leave/)).toBeTruthy()
    await view.user.click(question.getByRole('button', { name: 'Stay' }))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    await view.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(screen.getByRole('button', { name: 'Stopping after this batch…' })).toBeTruthy()
    await answer(2)
    expect(await screen.findByRole('heading', { name: 'Import paused' })).toBe(document.activeElement)
    expect(answers).toHaveLength(2)
    await view.user.click(screen.getByRole('button', { name: 'Resume' }))
    await answer(3)
    await screen.findByRole('heading', { name: '450 users imported' })
    expect(screen.getByText(/No rows were skipped\.$/)).toBeTruthy()
    expect(batches(view.calls).map(({ users }) => users.length)).toEqual([200, 200, 50])
    expect(new Set(batches(view.calls).flatMap(({ users }) => users.map(({ email }) => email))).size).toBe(450)
    // React ends the effects of the dialog a little after it has shown the summary.
    await waitFor(() => expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true))
    await view.user.click(screen.getAllByRole('link', { name: 'All users' })[0] as HTMLElement)
    await screen.findByRole('heading', { level: 1, name: /^Hello Admin/ })
  })

  it('sends no further batch once the page is left', async () => {
    let answer = () => {}
    const server = createServer()
    const view = await showImport({
      ...server,
      importUsers: (input) => new Promise((resolve) => (answer = () => resolve(server.importUsers(input)))),
    })
    await choose(view, buildCsv(300))
    await view.user.click(await button('Import 300 users'))
    await view.user.click(screen.getByRole('link', { name: 'All users' }))
    await view.user.click(await button('Leave'))
    await screen.findByRole('heading', { level: 1, name: /^Hello Admin/ })
    const countListCalls = () => view.calls.filter(({ name }) => name === 'getUsers').length
    const listCalls = countListCalls()
    answer()
    // The stopped import refetches the list.
    await waitFor(() => expect(countListCalls()).toBe(listCalls + 1))
    expect(batches(view.calls)).toHaveLength(1)
  })

  it('retries a failed batch without importing a user twice', async () => {
    const server = createServer()
    let tries = 0
    const view = await showImport({
      ...server,
      importUsers: (input) => {
        tries += 1
        // The second request reaches the server and only its response is lost.
        if (tries === 2) server.importUsers(input)
        if (tries === 2 || tries === 3) throw new AppError('connection')
        return server.importUsers(input)
      },
    })
    await choose(view, buildCsv(500))
    await view.user.click(await button('Import 500 users'))
    expect(await screen.findByText('Couldn’t import the next 200 rows: Error connecting to server.')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(tries).toBe(3))
    await view.user.click(await button('Try again'))
    await heading('300 users imported')
    expect(screen.getByText(/200 rows were skipped/)).toBeTruthy()
    expect(getRows('Skipped rows')[0]?.at(-2)).toBe(
      'ProblemThis email is already registered, possibly by the failed attempt',
    )
  })

  it('skips a batch that the server refuses, and ends the import early', async () => {
    const saved = captureDownload()
    const server = createServer()
    const refusal = new AppError('not_signed_in')
    const view = await showImport({
      ...server,
      importUsers: (input) => {
        if (input.users.some(({ email }) => email === 'n0@mail.example' || email === 'n450@mail.example')) throw refusal
        return server.importUsers(input)
      },
    })
    await choose(view, buildCsv(700))
    await view.user.click(await button('Import 700 users'))
    expect((await screen.findByRole('link', { name: 'Log in in a new tab' })).getAttribute('target')).toBe('_blank')
    await view.user.click(await button('Skip this batch'))
    await screen.findByRole('progressbar', { name: '200 of 700 users imported' })
    await view.user.click(await button('End import'))
    await heading('200 users imported')
    const reasons = getRows('Skipped rows').map((cells) => cells.at(-2))
    const mayBeImported = `ProblemSkipped: ${refusal.message}. This user may have been imported: check the users list`
    expect([reasons[0], reasons.length]).toEqual([mayBeImported, 200])
    await view.user.click(screen.getByRole('button', { name: 'Download skipped rows' }))
    const lines = (await saved()).text.split('\r\n')
    expect([lines[201], lines[400], lines[401]].map((line) => line?.split(',').at(-1))).toEqual([
      mayBeImported.replace('Problem', ''),
      mayBeImported.replace('Problem', ''),
      'The import ended before this row',
    ])
    expect(screen.getByText(/500 rows were skipped/)).toBeTruthy()
  })

  it('imports pasted rows, such as those of the example file', async () => {
    const saved = captureDownload()
    const view = await showImport()
    const help = within(screen.getByRole('region', { name: 'File format' }))
    expect(help.getByText(/if you send one, or with “Forgot password\?”\.$/)).toBeTruthy()
    expect(help.getByText(/names reserved for staff can’t be imported\.$/)).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: 'Download example' }))
    const { name, text } = await saved()
    expect(name).toBe('users-example.csv')
    fireEvent.change(screen.getByRole('textbox', { name: 'Or paste rows' }), {
      target: { value: `${text.replace('\ufeff', '')}Hypatia,,hypatia@mail.example,,\n` },
    })
    await view.user.click(screen.getByRole('button', { name: 'Preview import' }))
    expect(await screen.findByText('4 ready')).toBeTruthy()
    await view.user.click(screen.getByRole('switch', { name: 'Only problems' }))
    expect(screen.getByText('No problems')).toBeTruthy()
  })

  it('keeps pasted rows until they are imported, and focuses the first step whenever it returns', async () => {
    const server = createServer()
    let answer = () => {}
    let findTakenEmails: NonNullable<CallMocks['findTakenEmails']> = () =>
      new Promise((resolve) => (answer = () => resolve({ msg: [] })))
    const view = await showImport({ ...server, findTakenEmails: (input) => findTakenEmails(input) })
    const chooseButton = () => screen.findByRole('button', { name: 'Choose a file' })
    const press = async (name: string) => view.user.click(await screen.findByRole('button', { name }))
    const pasted = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Or paste rows' }).value
    expect(await chooseButton()).not.toBe(document.activeElement)
    const text = buildCsv(1)
    fireEvent.change(screen.getByRole('textbox', { name: 'Or paste rows' }), { target: { value: text } })

    await press('Preview import')
    await press('Cancel')
    answer()
    expect([await chooseButton(), pasted()]).toEqual([document.activeElement, text])

    findTakenEmails = () => {
      throw new AppError('connection')
    }
    const region = document.querySelector('main [aria-live=polite]')
    await press('Preview import')
    const error = await screen.findByText(/^Couldn’t check Pasted text/)
    expect(region?.contains(error)).toBe(true)
    expect([await chooseButton(), pasted()]).toEqual([document.activeElement, text])
    await press('Dismiss')
    expect([await chooseButton(), pasted()]).toEqual([document.activeElement, text])

    ;({ findTakenEmails } = server)
    await press('Preview import')
    await press('Choose another file')
    expect([await chooseButton(), pasted()]).toEqual([document.activeElement, text])
    await press('Preview import')
    await press('Import 1 user')
    await press('Import another file')
    expect([await chooseButton(), pasted()]).toEqual([document.activeElement, ''])
  })

  it('accepts a dropped file, and says why a file cannot be imported', async () => {
    const view = await showImport()
    const zone = screen.getByText('Drop a CSV file here')
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['a,b\n1,2'], 'wrong.csv')] } })
    expect(
      await screen.findByText(/^wrong\.csv cannot be imported\. The first row must contain the columns/),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await choose(view, buildCsv(10_001))
    expect(await screen.findByText(/It has 10,001 rows\. The limit is 10,000\./)).toBeTruthy()
    await choose(view, `${HEAD}Ada,Okoro,nobody,,\n`)
    expect((await screen.findByText('0 ready')).parentElement?.textContent).toBe('0 ready, 1 with problems')
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    await view.user.click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(screen.getByText('Drop a CSV file here')).toBeTruthy()
  })

  it('checks the file again after a failed check', async () => {
    let isUp = false
    const server = createServer()
    const view = await showImport({
      ...server,
      findTakenEmails: (input) => {
        if (!isUp) throw new AppError('connection')
        return server.findTakenEmails(input)
      },
    })
    await choose(view, buildCsv(2))
    expect(await screen.findByText('Couldn’t check users.csv: Error connecting to server')).toBeTruthy()
    isUp = true
    await view.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('2 ready')).toBeTruthy()
  })

  it('checks 10,000 rows, looks their emails up in batches of 200, and shows 200 rows at first', async () => {
    const view = await showImport()
    await choose(view, buildCsv(10_000))
    expect(await screen.findByText('10,000 ready')).toBeTruthy()
    expect(view.calls.filter(({ name }) => name === 'findTakenEmails')).toHaveLength(50)
    expect(getRows()).toHaveLength(200)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1')
  })
})
