import Quill, { type Range } from 'quill'
import { PICTURE_TYPES } from '#contract/choices.ts'
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
const CODE_BLOCK_ICON =
  '<svg viewBox="0 0 18 18"><rect class="ql-stroke" height="13" width="14" x="2" y="2.5" rx="1.5"/><polyline class="ql-even ql-stroke" points="7 6.5 4.5 9 7 11.5"/><polyline class="ql-even ql-stroke" points="11 6.5 13.5 9 11 11.5"/></svg>'

/** The key goes on to what the browser does with it. */
const passThrough = () => true

interface QuillCallbacks {
  /** Files that were pasted, dropped or chosen, and where they are to stand. */
  onPictures: (index: number, files: File[]) => void
}

/** Quill in a box, with its toolbar above the text. Image sources are http, https or data by Quill's own rule, else blank. */
export function createQuill(container: HTMLElement, { onPictures }: QuillCallbacks): Quill {
  const editorElement = container.appendChild(document.createElement('div'))
  const quill = new Quill(editorElement, {
    theme: 'snow',
    // A link's box stays inside.
    bounds: editorElement,
    modules: {
      toolbar: {
        container: TOOLBAR,
        handlers: { image: () => openFilePicker((files) => onPictures(getInsertIndex(quill), files)) },
      },
      uploader: {
        mimetypes: [...PICTURE_TYPES],
        handler: (range: Range, files: File[]) => onPictures(range.index, files),
      },
      // Tab leads on, as everywhere: indents have their buttons, and Ctrl with [ and ].
      keyboard: {
        bindings: {
          tab: { key: 'Tab', handler: passThrough },
          indent: { key: 'Tab', handler: passThrough },
          outdent: { key: 'Tab', shiftKey: true, handler: passThrough },
          'remove tab': { key: 'Tab', shiftKey: true, handler: passThrough },
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
  for (const button of container.querySelectorAll('.ql-toolbar button.ql-code-block'))
    button.innerHTML = CODE_BLOCK_ICON
  labelToolbar(container)
  return quill
}

const getInsertIndex = (quill: Quill) => quill.getSelection()?.index ?? quill.getLength() - 1

function openFilePicker(onSelect: (files: File[]) => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    accept: PICTURE_TYPES.join(),
    multiple: true,
  })
  input.addEventListener('change', () => onSelect([...(input.files ?? [])]))
  input.click()
}

const EMPTY_HTML = '<p><br></p>'

/** As it is sent and kept. */
export function getHtml(quill: Quill): string {
  const html = quill.root.innerHTML
  return html === EMPTY_HTML ? '' : html
}

/** Shows HTML, and gives what the editor makes of it. */
export function setHtml(quill: Quill, html: string): string {
  quill.setContents(quill.clipboard.convert({ html }), 'silent')
  quill.history.clear()
  return getHtml(quill)
}
