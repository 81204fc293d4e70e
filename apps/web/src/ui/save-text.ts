/** Hands a text to the browser to be saved as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is plenty to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
