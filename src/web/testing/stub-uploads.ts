import type { Transport } from '#contract/contract.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { toEnvelope } from './to-envelope.ts'

/** XMLHttpRequest for picture uploads. It reports 50% at once and 100% before the answer. */
export function stubUploads(transport: Transport): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''

    #name: 'handleUploads' | 'addContentPicture' = 'handleUploads'

    open(_method: string, url: string) {
      this.#name = url.endsWith('addContentPicture') ? 'addContentPicture' : 'handleUploads'
    }

    async send(form: FormData) {
      const progress = (loaded: number) =>
        this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }))
      progress(50)
      const fields = [...form].map(([name, value]) => [
        name,
        value instanceof Blob ? new Uint8Array(value.size) : value,
      ])
      const { status, body } = await toEnvelope(() => transport(this.#name, Object.fromEntries(fields)))
      progress(100)
      this.status = status
      this.responseText = JSON.stringify(body)
      const isDisconnected = 'code' in body && body.code === ('connection' satisfies ErrorCode)
      this.dispatchEvent(new Event(isDisconnected ? 'error' : 'load'))
    }
  }
  globalThis.XMLHttpRequest = FakeRequest as never
}
