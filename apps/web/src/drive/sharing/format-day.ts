/** `31 Jan 2027`. */
export function formatDay(time: string, tag: string): string {
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(new Date(time))
}
