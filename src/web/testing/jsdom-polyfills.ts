import { configure } from '@testing-library/react'
import './faster-queries.ts'

// What jsdom lacks: no media query matches, nothing intersects, and media elements neither load nor play (the end-to-end
// tests play them in a real browser).

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
// jsdom's list has no events and no tracks of track elements.
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

// A canvas draws nothing and exports an empty picture.
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

// Never connects. Tests of live updates install FakeWebSocket.
globalThis.WebSocket = class extends EventTarget {
  send() {}
  close() {}
} as never

Range.prototype.getBoundingClientRect ??= () => new DOMRect()
Element.prototype.scrollTo ??= () => {}
Element.prototype.scrollIntoView ??= () => {}

// The first import of a screen's module takes longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
