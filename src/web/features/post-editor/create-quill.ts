import Quill from 'quill'
import Image from 'quill/formats/image.js'
import { isAllowedPicture } from '#contract/media/addresses.ts'
import { PICTURE_TYPES } from '#contract/choices.ts'
import { addCodeLanguage } from './code-language.ts'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from './colors.ts'
import { labelToolbar } from './label-toolbar.ts'

const TOOLBAR = [
  [{ header: [2, 3, 4, false] }],
  ['bold', 'italic', 'underline', 'strike', 'code'],
  [{ color: [false, ...Object.keys(TEXT_COLORS)] }, { background: [false, ...Object.keys(HIGHLIGHT_COLORS)] }],
  [{ list: 'ordered' }, { list: 'bullet' }, { list: 'check' }],
  [{ indent: '-1' }, { indent: '+1' }],
  [{ align: [] }],
  ['blockquote', 'code-block'],
  ['link', 'image'],
  ['clean'],
]

/** Quill's own icon is the same for inline code and code blocks. */
const CODE_BLOCK_ICON =
  '<svg viewBox="0 0 18 18"><rect class="ql-stroke" height="13" width="14" x="2" y="2.5" rx="1.5"/><polyline class="ql-even ql-stroke" points="7 6.5 4.5 9 7 11.5"/><polyline class="ql-even ql-stroke" points="11 6.5 13.5 9 11 11.5"/></svg>'

/**
 * Replaces sources that pages do not show; Quill's own does so for other schemes than http, https and data. Without a
 * description the alt is empty: screen readers would read out the file's name.
 */
class PostImage extends Image {
  static override create(source: string): Element {
    const image = super.create(source)
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
    return image
  }
  override format(name: string, value: string): void {
    if (name === 'alt' && !value) this.domNode.setAttribute('alt', '')
    else super.format(name, value)
  }
  static override sanitize(url: string): string {
    return isAllowedPicture(url) ? url : BLANK_SOURCE
  }
}
const BLANK_SOURCE = '//:0'
Quill.register('formats/image', PostImage, true)

/** Leaves the key to the browser. */
const passThrough = () => true

interface QuillOptions {
  /** Of the element that names the text box. */
  labelId: string
  /** Called with pasted, dropped or selected files and where to insert them. */
  onPictures: (index: number, files: File[]) => void
}

/** Creates Quill with its toolbar. */
export function createQuill(container: HTMLElement, { labelId, onPictures }: QuillOptions): Quill {
  const editorElement = container.appendChild(document.createElement('div'))
  const quill = new Quill(editorElement, {
    theme: 'snow',
    // Keeps the link tooltip inside the editor.
    bounds: editorElement,
    modules: {
      toolbar: {
        container: TOOLBAR,
        handlers: { image: () => openFilePicker((files) => onPictures(getInsertIndex(quill), files)) },
      },
      // Tab moves the focus, as in any form field; indenting has buttons and Ctrl+[ and Ctrl+].
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
  // Quill's own drops files of other types without a word.
  quill.uploader.upload = (range, files) => {
    if (files.length > 0) onPictures(range.index, [...files])
  }
  for (const [name, value] of Object.entries({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
  }))
    quill.root.setAttribute(name, value)
  for (const button of container.querySelectorAll('.ql-toolbar button.ql-code-block'))
    button.innerHTML = CODE_BLOCK_ICON
  labelToolbar(quill, container)
  addCodeLanguage(quill, container)
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

/** A picture in the text. */
export interface TextPicture {
  source: string
  description: string
  /** Its source was replaced. */
  isBlocked: boolean
}

const findImages = (quill: Quill) => [...quill.root.querySelectorAll('img')]
const isBlocked = (image: Element) => image.getAttribute('src') === BLANK_SOURCE

export const getPictures = (quill: Quill): TextPicture[] =>
  findImages(quill).map((image) => ({ source: image.src, description: image.alt, isBlocked: isBlocked(image) }))

/**
 * Before a change from outside of the text. Firefox leaves the caret in the text when a field elsewhere gets the focus, and
 * Quill would take the focus back with it.
 */
export function forgetCaret(quill: Quill): void {
  if (!quill.hasFocus() && quill.getSelection()) quill.blur()
}

/** @param place among the pictures in the text */
export function describePicture(quill: Quill, place: number, description: string): void {
  const image = findImages(quill)[place]
  const blot = image && Quill.find(image)
  if (!(blot instanceof PostImage)) return
  forgetCaret(quill)
  quill.formatText(quill.getIndex(blot), 1, 'alt', description, 'user')
}

export function removeBlockedPictures(quill: Quill): void {
  for (const image of findImages(quill).filter(isBlocked)) {
    const blot = Quill.find(image)
    if (blot instanceof PostImage) quill.deleteText(quill.getIndex(blot), 1, 'user')
  }
  quill.focus()
}

const EMPTY_HTML = '<p><br></p>'

/** The HTML to save; empty for an empty editor. */
export function getHtml(quill: Quill): string {
  const html = quill.root.innerHTML
  return html === EMPTY_HTML ? '' : html
}

/** Shows HTML and returns it as the editor writes it. */
export function setHtml(quill: Quill, html: string): string {
  quill.setContents(quill.clipboard.convert({ html }), 'silent')
  quill.history.clear()
  return getHtml(quill)
}
