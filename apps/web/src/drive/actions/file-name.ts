/** What is wrong with a name before anybody is asked. */
export function checkName(name: string): 'missing' | 'slash' | undefined {
  // Nobody means to type a name that cannot be seen; spaces around a name are its own.
  if (name.trim() === '') return 'missing'
  return name.includes('/') ? 'slash' : undefined
}

/** How much of a name comes before the end that tells its kind; folders have none. */
export function stemLength({ kind, name }: { kind: 'folder' | 'file'; name: string }): number {
  if (kind === 'folder') return name.length
  const dot = name.lastIndexOf('.')
  // A dot at the beginning hides a file.
  if (dot <= 0) return name.length
  const isPacked = /\.tar\.[a-z0-9]+$/i.exec(name)
  return isPacked && isPacked.index > 0 ? isPacked.index : dot
}
