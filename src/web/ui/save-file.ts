/** Hands a text to the browser's downloads. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
