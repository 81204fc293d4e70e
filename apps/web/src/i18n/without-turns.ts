/** Signs that change the direction of the text that follows them. Nobody sees them, and a file may have them in its name. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A name as it is shown: with a sign that turns its direction, `photo\u202egpj.exe` would look like `photoexe.jpg`, and
 * the sentence around it would say something else. Arabic and Hebrew need none of them.
 */
export function withoutTurns(text: string): string {
  return text.replace(TURNS, '')
}
