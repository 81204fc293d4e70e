/** Whether the browser let it be copied; otherwise it is to be selected by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Not allowed, or no clipboard: a page over plain HTTP has none.
    return false
  }
}
