import { describe, expect, it } from 'vitest'
import { IMPORT_FILE_MAX_ROWS } from '#contract/limits.ts'
import { UserFileError, parseUserFile, decodeFile } from './parse-user-file.ts'

/** Each line's number and fields, in the order of the columns. */
const read = async (text: string) =>
  (await parseUserFile(text)).rows.map(({ number, fields }) => [number, ...Object.values(fields)])
const ADA = [2, 'Ada', 'Okoro', 'ada@mail.example', '1991-04-17', 'Female']
const utf16 = (text: string) =>
  new Uint8Array([0xff, 0xfe, ...[...text].flatMap((sign) => [sign.charCodeAt(0) % 256, sign.charCodeAt(0) >> 8])])

describe('A file of people', () => {
  it.each([
    ['commas', 'first_name,last_name,email,birthdate,gender\nAda,Okoro,ada@mail.example,1991-04-17,Female'],
    ['semicolons', 'first_name;last_name;email;birthdate;gender\r\nAda;Okoro;ada@mail.example;1991-04-17;Female\r\n'],
    ['tabs', 'first_name\tlast_name\temail\tbirthdate\tgender\rAda\tOkoro\tada@mail.example\t1991-04-17\tFemale'],
    [
      'a mark at its start',
      '\ufefffirst_name,last_name,email,birthdate,gender\nAda,Okoro,ada@mail.example,1991-04-17,Female',
    ],
    [
      'quotes',
      '"first_name","last_name","email","birthdate","gender"\n"Ada","Okoro","ada@mail.example","1991-04-17","Female"',
    ],
    [
      'names written otherwise, in another order',
      'GENDER,Date of birth,E-Mail, Last Name ,firstName\nFemale,1991-04-17,ada@mail.example,Okoro,Ada',
    ],
    [
      'spaces around',
      'first_name , last_name,email,birthdate,gender\n Ada, Okoro ,ada@mail.example ,1991-04-17, Female',
    ],
    [
      'columns that are none of ours',
      'id,first_name,last_name,email,role,birthdate,gender\n7,Ada,Okoro,ada@mail.example,admin,1991-04-17,Female',
    ],
    [
      'separators in the text',
      'first_name;last_name;email;birthdate;gender;"a,b,c"\nAda;Okoro;ada@mail.example;1991-04-17;Female;"x,y;z"',
    ],
  ])('may have %s', async (_what, text) => expect(await read(text)).toEqual([ADA]))

  it('keeps quotes, separators and lines within a field, and counts as a spreadsheet does', async () => {
    const text =
      'first_name,last_name,email\n"A ""B"" C","Okoro, Jr",a@mail.example\n\n , ,\n"two\nlines",X,b@mail.example\n'
    expect(await read(text)).toEqual([
      [2, 'A "B" C', 'Okoro, Jr', 'a@mail.example', '', ''],
      [5, 'two\nlines', 'X', 'b@mail.example', '', ''],
    ])
  })

  it('may end its lines in several ways', async () => {
    expect(
      await read(
        'first_name,last_name,email\r\nAda,Okoro,a@mail.example\nBen,Okoro,b@mail.example\rCy,Okoro,c@mail.example\r\n',
      ),
    ).toEqual([
      [2, 'Ada', 'Okoro', 'a@mail.example', '', ''],
      [3, 'Ben', 'Okoro', 'b@mail.example', '', ''],
      [4, 'Cy', 'Okoro', 'c@mail.example', '', ''],
    ])
  })

  it('has its defused formulas back as they were, and leaves names with an apostrophe alone', async () => {
    expect(
      await read(`first_name,last_name,email\n'=cmd,'t Hooft,'-x@mail.example\n''@at,O'Neill,y@mail.example`),
    ).toEqual([
      [2, '=cmd', "'t Hooft", '-x@mail.example', '', ''],
      [3, "'@at", "O'Neill", 'y@mail.example', '', ''],
    ])
  })

  it('says which columns are not read, of two of one name the second', async () => {
    const { ignoredColumns, rows } = await parseUserFile(
      'student_id,first_name,last_name,email,E-mail,\n1,Ada,Okoro,ada@mail.example,other@mail.example,',
    )
    expect([ignoredColumns, rows[0]?.fields.email]).toEqual([['student_id', 'E-mail'], 'ada@mail.example'])
  })

  it('says which lines are malformed', async () => {
    const { rows } = await parseUserFile(
      'first_name,last_name,email\nAda,Okoro,ada@mail.example\nAda,Okoro,Jr,ada@mail.example\nBen,Okoro\n"Cy,Okoro,cy@mail.example\nLast,One,x@mail.example',
    )
    expect(rows.map(({ number, problem }) => [number, problem])).toEqual([
      [2, undefined],
      [3, 'It has more fields than the first line has columns'],
      [4, undefined],
      [5, 'A quotation mark is not closed, or stands where none can'],
    ])
  })

  it.each([
    [
      '',
      'The first line has to name the columns first_name, last_name, email. Missing here: first_name, last_name, email.',
    ],
    [
      'Ada,Okoro,ada@mail.example',
      'The first line has to name the columns first_name, last_name, email. Missing here: first_name, last_name, email.',
    ],
    [
      'first_name,last_name\nAda,Okoro',
      'The first line has to name the columns first_name, last_name, email. Missing here: email.',
    ],
    ['first_name,last_name,email\n\n,,\n', 'There is nobody in it: below the columns’ names stands nothing.'],
  ])('is refused as %j', async (text, words) => {
    await expect(parseUserFile(text)).rejects.toThrow(new UserFileError(words))
  })

  it('has at most ten thousand people', async () => {
    const file = (count: number) => `first_name,last_name,email\n${'Ada,Okoro,ada@mail.example\n'.repeat(count)}`
    expect((await parseUserFile(file(IMPORT_FILE_MAX_ROWS))).rows).toHaveLength(10_000)
    await expect(parseUserFile(file(IMPORT_FILE_MAX_ROWS + 1))).rejects.toThrow(
      'It has 10,001 lines of people. An import takes at most 10,000.',
    )
  })
})

describe('A file’s text', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Zoë 漢')],
    ['UTF-8 with its mark', new TextEncoder().encode('\ufeffZoë 漢')],
    ['UTF-16 as Excel writes it', utf16('Zoë 漢')],
  ])('is read from %s', async (_name, bytes) =>
    expect((await decodeFile(new Blob([bytes]))).replace('\ufeff', '')).toBe('Zoë 漢'),
  )

  it('is read from an old Excel’s code page', async () =>
    expect(await decodeFile(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb])]))).toBe('Zoë'))

  it('has at most 5 MB', async () => {
    const megabytes = 5 * 1024 * 1024
    expect(await decodeFile(new Blob([new Uint8Array(megabytes).fill(97)]))).toHaveLength(megabytes)
    await expect(decodeFile(new Blob([new Uint8Array(megabytes + 1)]))).rejects.toThrow(
      'The file has 5.1 MB. An import takes at most 5 MB.',
    )
  })
})
