/** Of this page. */
const claimedUrls = new Set<string>()

type Unlock = () => void

/** Holds an upload on the server for one sender: two that send the same one end each other's parts. */
export class UploadClaim {
  #url: string | null = null
  #unlocking: Promise<Unlock | null> = Promise.resolve(null)

  /** Lets go of what it held. False while another sender has the upload, in this page or in another tab. */
  async take(url: string): Promise<boolean> {
    if (url === this.#url) return true
    this.release()
    if (claimedUrls.has(url)) return false
    claimedUrls.add(url)
    this.#url = url
    this.#unlocking = lock(url)
    if ((await this.#unlocking) !== null) return true
    this.release()
    return false
  }

  release(): void {
    if (this.#url !== null) claimedUrls.delete(this.#url)
    this.#url = null
    void this.#unlocking.then((unlock) => unlock?.())
    this.#unlocking = Promise.resolve(null)
  }
}

/** Null while another tab has it. The browser unlocks what a closed tab held. */
function lock(url: string): Promise<Unlock | null> {
  // Browsers have locks on https and localhost only.
  if (!('locks' in navigator)) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    const hold = (held: Lock | null) => (held ? new Promise<void>((unlock) => resolve(unlock)) : resolve(null))
    navigator.locks.request(`upload ${url}`, { ifAvailable: true }, hold).catch(() => resolve(() => {}))
  })
}
