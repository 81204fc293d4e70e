/** The box at the beginning of an item of a list: `- [ ] milk`. */
const BOX = /\[[ xX]\](?=\s)/

/** The note with the box in a line ticked or not; undefined where there is no box. */
export function tickLine(text: string, line: number, isTicked: boolean): string | undefined {
  const lines = text.split('\n')
  const before = lines[line]
  if (before === undefined || !BOX.test(before)) return undefined
  lines[line] = before.replace(BOX, isTicked ? '[x]' : '[ ]')
  return lines.join('\n')
}
