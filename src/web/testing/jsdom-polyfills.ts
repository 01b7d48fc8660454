import { configure } from '@testing-library/react'

// What browsers have and jsdom has not, as far as our screens use it: no media matches, nothing comes into view, and
// media elements neither load nor play (the journeys in e2e/ see them play in a real browser).

window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

globalThis.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => []
}

globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

window.scrollTo = () => {}
HTMLMediaElement.prototype.play = async () => {}
HTMLMediaElement.prototype.pause = () => {}
HTMLMediaElement.prototype.load = () => {}
// jsdom's is a list that nobody can listen to, without the tracks of track elements.
const tracks = new WeakMap<HTMLMediaElement, EventTarget & Iterable<TextTrack>>()
Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', {
  configurable: true,
  get(this: HTMLMediaElement) {
    const list =
      tracks.get(this) ?? Object.assign(new EventTarget(), { [Symbol.iterator]: () => [][Symbol.iterator]() })
    tracks.set(this, list)
    return list
  },
})
HTMLElement.prototype.showPopover ??= () => {}
HTMLElement.prototype.hidePopover ??= () => {}
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer))
    reader.readAsArrayBuffer(this)
  })
}

HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('input, button')?.focus()
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// Nothing is drawn: a canvas writes an empty picture of the type that was asked for.
const canvas = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true })
HTMLCanvasElement.prototype.getContext = (() => canvas) as never
globalThis.Path2D ??= class {
  addPath() {}
  arc() {}
  lineTo() {}
  moveTo() {}
  rect() {}
} as never
HTMLCanvasElement.prototype.toBlob = (done, type = 'image/png') => done(new Blob(['drawn'], { type }))

// No line to a server; tests of what is live install a fake one (fake-socket.ts).
globalThis.WebSocket = class extends EventTarget {
  send() {}
  close() {}
} as never

Range.prototype.getBoundingClientRect ??= () => new DOMRect()
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}

// A screen's module is loaded on first use, which on a busy machine takes longer than the default second.
configure({ asyncUtilTimeout: 10_000 })
