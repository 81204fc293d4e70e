/** So many characters fit everywhere. */
const SHORT_CHARACTERS = 12
/** Before the extension: numbers of a series stand there. */
const KEPT_CHARACTERS = 3
/** What is longer is no extension. */
const MAX_EXTENSION_CHARACTERS = 6

const segmenter = new Intl.Segmenter()

/** Where a name can be shortened: before its ending, which is the extension and a little before it. */
export function splitName(name: string): { beginning: string; ending: string } {
  const characters = Array.from(segmenter.segment(name), ({ segment }) => segment)
  if (characters.length <= SHORT_CHARACTERS) return { beginning: name, ending: '' }
  const dot = characters.lastIndexOf('.')
  const extension = characters.length - dot
  const hasExtension = dot > 0 && extension > 1 && extension - 1 <= MAX_EXTENSION_CHARACTERS
  const at = (hasExtension ? dot : characters.length) - KEPT_CHARACTERS
  return { beginning: characters.slice(0, at).join(''), ending: characters.slice(at).join('') }
}
