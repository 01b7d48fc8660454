/** npm passes on the Ctrl-C that the terminal has sent to this process too. */
const SAME_CTRL_C_MS = 500

/** A listener for signals that tells the first from a second one of an impatient user. */
export function createSignalListener(onFirst: () => void, onSecond: () => void): () => void {
  let firstAt: number | undefined
  return () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      onFirst()
    } else if (performance.now() - firstAt > SAME_CTRL_C_MS) onSecond()
  }
}
