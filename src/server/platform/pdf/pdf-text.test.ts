import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { PDF_MARKS, PDF_READERS, readPdf, readPdfWithBoth } from '#server/testing/files/read-pdf.ts'
import { loadFont } from './pdf-fonts.ts'
import { drawLine, drawParagraph, type TextOptions } from './pdf-text.ts'
import { type PdfFont, shapeText } from './shape-text.ts'
import { splitText } from './split-text.ts'

async function draw(work: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, font: '' })
  work(doc)
  doc.end()
  return buffer(doc)
}

const NAMES = [
  ['Latin', 'Łucja Ñandú-Æther O’Brien'],
  ['Vietnamese', 'Nguyễn Thị Phương'],
  ['Cyrillic', 'Ганна Їжакевич'],
  ['Greek', 'Ελένη Παπαδοπούλου'],
  ['Arabic', 'عبد الله الفلاني'],
  ['Arabic with vowels', 'مُحَمَّد'],
  ['Persian', 'مهسا علی‌زاده'],
  ['Urdu', 'فاطمہ ڈوگر'],
  ['Hebrew', 'יעל בן־דוד'],
  ['Devanagari', 'श्रीमती क्षत्रिय हिन्दी'],
  ['Devanagari with a conjunct', 'कृष्ण शर्मा'],
  ['Chinese', '王小明'],
  ['Japanese', '山田 はなこ'],
  ['Korean', '김민준'],
] as const

it.each(NAMES)(`%s can be selected and copied in ${PDF_READERS}: %s`, async (_script, name) => {
  for (const style of ['text', 'heading'] as const) {
    const pdf = await draw((doc) => drawLine(doc, name, 40, 80, { size: 30, style }))
    for (const text of await readPdfWithBoth(pdf)) expect(text).toBe(name.replace(PDF_MARKS, ''))
  }
})

/** How many glyphs of the text have a look, and how many of them are drawn. */
function countGlyphs(text: string): [visible: number, drawn: number] {
  const doc = new PDFDocument({ font: '' })
  let [visible, drawn] = [0, 0]
  for (const { font: path, text: part, isRightToLeft } of splitText(text, 'text')) {
    doc.registerFont(path, loadFont(path)).font(path)
    const pdfFont = (doc as unknown as { _font: PdfFont })._font
    const { font } = pdfFont
    const direction = isRightToLeft ? 'rtl' : 'ltr'
    const { glyphs } = font.layout(part, undefined, undefined, undefined, direction)
    const { signs, shapes } = shapeText(pdfFont, part, { isRightToLeft, drawn: part })
    visible += glyphs.filter(({ path: outline }) => outline.toSVG() !== '').length
    drawn += shapes.filter((shape) => shape.path !== '').length
    drawn += signs.filter(({ glyphId }) => font.getGlyph(glyphId)?.path.toSVG() !== '').length
  }
  return [visible, drawn]
}

const NAMES_WITH_MARKS = [
  ...NAMES,
  ['Devanagari with a mark above', 'श्रीमती शर्मा'],
  ['Hebrew with vowels', 'שָׁלוֹם'],
] as const

// Text that is copied right can still be drawn wrong.
it.each(NAMES_WITH_MARKS)('%s is drawn with all of its marks: %s', (_script, name) => {
  const [visible, drawn] = countGlyphs(name)
  expect(drawn).toBe(visible)
})

it.each(['Issued to محمد الفلاني by Ada', 'سارة Smith', 'דוד כהן 25'])(
  'keeps each word of two directions: %s',
  async (line) => {
    const pdf = await draw((doc) => drawLine(doc, line, 40, 80, { size: 20 }))
    for (const text of await readPdfWithBoth(pdf)) for (const word of line.split(' ')) expect(text).toContain(word)
  },
)

it('keeps the direction of a paragraph in each of its lines', async () => {
  const title = 'مقدمة في Database Management وقواعد البيانات'
  const options: TextOptions = { size: 20 }
  const pdf = await draw((doc) => drawParagraph(doc, title, 40, 80, { ...options, width: 160, lineHeight: 26 }))
  const { text } = await readPdf(pdf)
  for (const word of title.split(' ')) expect(text).toContain(word)
})

it('leaves out emoji and what steers the layout, and replaces letters without a font', async () => {
  const pdf = await draw((doc) => drawLine(doc, '🚀 Ada\u202e 👩‍💻 ᚠ', 40, 80, { size: 20 }))
  expect((await readPdf(pdf)).text).toBe('Ada ?')
})
