/** So many letters are deleted on purpose, and brought back by the editor's own undo. */
const FEW = 200

/**
 * Whether a save may take the place of the version that it was written on: where nothing is lost with that version but the text
 * of a moment ago. It is what was saved here last, or was empty; the save replaces that version and not one that came after it;
 * and it does not delete most of the text, as somebody does who has selected all of it by mistake.
 */
export function goesOn({
  base,
  ownHash,
  expectedHash,
  text,
}: {
  /** What the text began with. */
  base: { hash: string | undefined; text: string }
  /** Of what was saved here last. */
  ownHash: string | undefined
  /** Of what the save replaces. */
  expectedHash: string | undefined
  text: string
}): boolean {
  if (expectedHash !== base.hash) return false
  const deleted = base.text.length - text.length
  if (deleted > FEW && deleted > text.length) return false
  return base.text === '' || (ownHash !== undefined && ownHash === expectedHash)
}
