/** How much of a name comes before the end that tells its kind; folders have none. */
export function stemLength({ kind, name }: { kind: 'folder' | 'file'; name: string }): number {
  if (kind === 'folder') return name.length
  const dot = name.lastIndexOf('.')
  // A dot at the beginning hides a file.
  if (dot <= 0) return name.length
  const isPacked = /\.tar\.[a-z0-9]+$/i.exec(name)
  return isPacked && isPacked.index > 0 ? isPacked.index : dot
}
