import Quill, { type Range } from 'quill'
import { PICTURE_TYPES } from '#contract/schemas/uploads.ts'
import { labelToolbar } from './label-toolbar.ts'

const TOOLBAR = [
  [{ header: [2, 3, 4, false] }],
  ['bold', 'italic', 'underline', 'strike', 'code'],
  [{ color: [] }, { background: [] }],
  [{ list: 'ordered' }, { list: 'bullet' }, { list: 'check' }],
  [{ indent: '-1' }, { indent: '+1' }],
  [{ align: [] }],
  ['blockquote', 'code-block'],
  ['link', 'image'],
  ['clean'],
]

/** Quill draws both kinds of code alike. */
const CODE_BLOCK =
  '<svg viewBox="0 0 18 18"><rect class="ql-stroke" height="13" width="14" x="2" y="2.5" rx="1.5"/><polyline class="ql-even ql-stroke" points="7 6.5 4.5 9 7 11.5"/><polyline class="ql-even ql-stroke" points="11 6.5 13.5 9 11 11.5"/></svg>'

/** The key goes on to what the browser does with it. */
const passOn = () => true

interface Hooks {
  /** Files that were pasted, dropped or chosen, and where they are to stand. */
  onPictures: (at: number, files: File[]) => void
}

/** Quill in a box, with its toolbar above the text. Image sources are http, https or data by Quill's own rule, else blank. */
export function createQuill(box: HTMLElement, { onPictures }: Hooks): Quill {
  const area = box.appendChild(document.createElement('div'))
  const quill = new Quill(area, {
    theme: 'snow',
    // A link's box stays inside.
    bounds: area,
    modules: {
      toolbar: { container: TOOLBAR, handlers: { image: () => choose((files) => onPictures(whereIn(quill), files)) } },
      uploader: {
        mimetypes: [...PICTURE_TYPES],
        handler: (range: Range, files: File[]) => onPictures(range.index, files),
      },
      // Tab leads on, as everywhere: indents have their buttons, and Ctrl with [ and ].
      keyboard: {
        bindings: {
          tab: { key: 'Tab', handler: passOn },
          indent: { key: 'Tab', handler: passOn },
          outdent: { key: 'Tab', shiftKey: true, handler: passOn },
          'remove tab': { key: 'Tab', shiftKey: true, handler: passOn },
          more: { key: ']', shortKey: true, handler: () => quill.format('indent', '+1', 'user') },
          less: { key: '[', shortKey: true, handler: () => quill.format('indent', '-1', 'user') },
        },
      },
    },
  })
  for (const [name, value] of Object.entries({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': 'content-label',
  }))
    quill.root.setAttribute(name, value)
  for (const button of box.querySelectorAll('.ql-toolbar button.ql-code-block')) button.innerHTML = CODE_BLOCK
  labelToolbar(box)
  return quill
}

const whereIn = (quill: Quill) => quill.getSelection()?.index ?? quill.getLength() - 1

function choose(onChosen: (files: File[]) => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: PICTURE_TYPES.join(),
    multiple: true,
  })
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]))
  input.click()
}

const NOTHING = '<p><br></p>'

/** As it is sent and kept. */
export function htmlOf(quill: Quill): string {
  const html = quill.root.innerHTML
  return html === NOTHING ? '' : html
}

/** Shows HTML, and gives what the editor makes of it. */
export function showHtml(quill: Quill, html: string): string {
  quill.setContents(quill.clipboard.convert({ html }), 'silent')
  quill.history.clear()
  return htmlOf(quill)
}
