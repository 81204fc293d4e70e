/** A picture that was copied has the same name everywhere, which says nothing. */
export function withName(file: File, name: string): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const ending = file.name.slice(file.name.lastIndexOf('.'))
  return new File([file], name + ending, { type: file.type, lastModified: file.lastModified })
}

/** `2026-11-15 18.40.12`: sorts by itself, and no system forbids it in a name. */
export function toStamp(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${day} ${[two(now.getHours()), two(now.getMinutes()), two(now.getSeconds())].join('.')}`
}
